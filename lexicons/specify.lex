---
move: SPECIFY
definition: The gold makes the query concrete by a case, a mechanism or an example.
roles: {query: abstract, gold: concrete}
slot: {max_words: 12}
words:
  example: [example, instance]
  model: [example, illustration, instance, case, demonstration, test case]
  adj: [simple, concrete, specific, typical, representative, particular, prominent, notable, classic, classical,
    familiar, common, recent, motivating, running, toy, trivial, striking, good, clear, prime, real-world, practical,
    hypothetical, first, quick, small, minimal, possible, famous, well-known, canonical, vivid, more concrete,
    very simple, basic, straightforward, tangible, telling, natural, realistic, worked, key, real,
    further concrete, brief, fictitious, more specific, more extreme, particularly clear, case-specific,
    real-life, textbook, standard, widely used]
  adj_an: [illustrative, extreme, interesting, important, obvious, explicit, everyday, easy, actual, intuitive,
    instructive, elementary, informative, exemplary, early, extremely simple, especially clear, especially simple,
    additional concrete, idealized, artificial]
  exactly: [specifically, precisely, concretely, exactly, explicitly, particularly]
  exact: [specific, precise, concrete, exact, explicit]
  said: [put, stated, phrased, expressed, formulated]
  give: [give, take, cite, mention, name, pick, consider, offer, provide, use, present, quote, look at]
  giving: [giving, taking, citing, naming, picking, considering, using, looking at]
  just_one: [one, just one, but one, only one]
  one: [an, one, just one, but one, only one]
  illustrate: [illustrate, exemplify, concretize, concretise]
  instantiate: [operationalize, operationalise, instantiate, implement, realize, realise, put into practice]
  point: [point, idea, concept, notion, principle, issue, problem, phenomenon, effect, difference, distinction,
    approach, method, process, procedure, claim, fact, situation, behavior, behaviour, observation, argument,
    mechanism]
  points: [points, ideas, concepts, notions, principles, issues, problems, phenomena, effects, differences,
    distinctions, claims, observations]
  idea: [idea, insight, principle, concept, intuition, notion, view, strategy, scheme, paradigm, perspective]
  ideas: [ideas, insights, principles, concepts, intuitions, notions, strategies]
  study: [case study, proof of concept, proof-of-concept, proof of principle, test bed, testbed,
    use case, concrete application, concrete instantiation, concrete implementation, concrete realization,
    first application, sample application,
    proof-of-concept demonstration, proof-of-concept application, simple instantiation, first instantiation,
    specific instantiation, specific application, specific implementation, practical application,
    practical implementation, practical instantiation, special case, simple special case, notable special case,
    important special case,
    first case study, concrete case study, representative case study]
  detail: [in detail, in more detail, in greater detail, in further detail, in full detail, more in detail, in details,
    in concrete detail, in closer detail, in finer detail]
---

# Specifically and its kin.
specifically	manual	candidate
in particular	manual	candidate
particularly	manual	candidate
concretely	manual	candidate
precisely	manual	candidate
especially	manual	candidate
explicitly	manual	candidate
for example	manual	candidate
for instance	manual	candidate
e.g.	manual	candidate
namely	manual	candidate
viz.	generated	candidate
viz	generated	candidate
specially	manual	candidate
in specific	manual	candidate
more {exactly}	pattern	candidate
even more {exactly}	pattern	candidate
much more {exactly}	pattern	candidate
most {exactly}	pattern	candidate
still more {exactly}	pattern	candidate
to be more {exact}	pattern	candidate
to be even more {exact}	pattern	candidate
to be {exact}	pattern	candidate
being more {exact}	pattern	candidate
{exactly} speaking	pattern	candidate
more {exactly} speaking	pattern	candidate
{said} more {exactly}	pattern	candidate
more {exactly} {said}	pattern	candidate
to put it more {exactly}	pattern	candidate
to put this more {exactly}	pattern	candidate
in more {exact} terms	pattern	candidate
in {exact} terms	pattern	candidate
more in particular	generated	candidate
most especially	generated	candidate
more especially	generated	candidate
more particularly so	generated	candidate
in this particular respect	generated	candidate
more to the point	manual	candidate
to wit	generated	candidate
more narrowly	generated	candidate
more practically	manual	candidate

# To a finer grain.
{detail}	pattern	candidate
going into detail	generated	candidate
going into more detail	generated	candidate
to go into detail	generated	candidate
to go into more detail	generated	candidate
at a finer level	generated	candidate
at a finer grain	generated	candidate
at a finer-grained level	generated	candidate
at a finer level of detail	generated	candidate
at a more {exact} level	pattern	candidate
at a lower level of abstraction	generated	candidate
on a more {exact} level	pattern	candidate
on a more {exact} note	pattern	candidate
zooming in	generated	candidate
zooming in further	generated	candidate
zooming in on this …	extension	candidate
zooming in on these …	extension	candidate

# Examples.
for {one} {example}	pattern	candidate
as an example	manual	candidate
as an illustration	manual	candidate
as an instance	manual	candidate
as {just_one} {model}	pattern	candidate
as a {adj} {model}	pattern	candidate
as an {adj_an} {model}	pattern	candidate
as one {adj} {model}	pattern	candidate
as one {adj_an} {model}	pattern	candidate
as a {adj} {model} of this	pattern	candidate
as an {adj_an} {model} of this	pattern	candidate
as an example of this	manual	candidate
as an illustration of this	generated	candidate
as an instance of this	generated	candidate
as {just_one} {model} of this	pattern	candidate
as an example of this …	extension	candidate
as an illustration of this …	extension	candidate
as {just_one} {model} of this …	extension	candidate
as a {adj} {model} of this …	extension	candidate
as a case in point	manual	candidate
as cases in point	generated	candidate
as examples	manual	candidate
as some examples	manual	candidate
as illustrations	generated	candidate
as example	manual	candidate
as illustrative examples	generated	candidate
as concrete examples	manual	candidate
as typical examples	generated	candidate
as an example for this	generated	candidate

as an example of such …	extension	candidate
as a {study}	pattern	candidate
as a {study} of this	pattern	candidate
as a {study} of this …	extension	candidate
as an application	manual	rejected: opens a use of the result, not a case of it
as an application of this	generated	candidate
as an application of this …	extension	candidate
as an illustrative application	manual	candidate
as an illustrative case study	generated	candidate
as an initial case study	generated	candidate
as an exemplary case study	generated	candidate
as an initial demonstration	generated	candidate
as an example application	generated	candidate
as an example use case	generated	candidate
as an instantiation	manual	candidate
as an instantiation of this	generated	candidate
as an instantiation of this …	extension	candidate
for examples	manual	candidate
for a {adj} {example}	pattern	candidate
for an {adj_an} {example}	pattern	candidate
to {give} {one} {example}	pattern	candidate
to {give} a {adj} {example}	pattern	candidate
to {give} an {adj_an} {example}	pattern	candidate
to {give} {one} {example} of this	pattern	candidate
to {give} some examples	pattern	candidate
to {give} a few examples	pattern	candidate
to see an example	generated	candidate
to see a concrete example	generated	candidate
{giving} {one} {example}	pattern	candidate
{giving} a {adj} {example}	pattern	candidate
taking … as an example	pattern	candidate
taking … as an illustration	pattern	candidate
using … as an example	pattern	candidate
using … as an illustration	pattern	candidate
using … as a case study	pattern	candidate
taking … as a case study	pattern	candidate
to take … as an example	pattern	candidate
with … as an example	pattern	candidate
take … as an example	pattern	candidate
take … for example	pattern	candidate
take … for instance	pattern	candidate
by way of example	manual	candidate
by way of illustration	manual	candidate
by way of an example	generated	candidate
by way of a {adj} example	pattern	candidate
by way of an {adj_an} example	pattern	candidate
for the sake of example	generated	candidate
for the sake of illustration	manual	candidate
for the sake of concreteness	generated	candidate
for concreteness	manual	candidate
for illustration	manual	candidate
for illustration purposes	manual	candidate
for illustrative purposes	manual	candidate
for purposes of illustration	manual	candidate
for the purpose of illustration	manual	candidate
for the purposes of illustration	generated	candidate
in one example	manual	candidate
in one such example	manual	candidate
in one such case	generated	candidate
in one such instance	generated	candidate
in one instance	manual	candidate
in one concrete case	generated	candidate
in one specific case	generated	candidate
in one specific example	generated	candidate
in one concrete example	generated	candidate
in a typical example	manual	candidate
in a simple example	generated	candidate
in a concrete example	generated	candidate
in a case study	manual	candidate
in one case study	manual	candidate
in a typical case	generated	candidate
in a simple case	generated	candidate
in the simplest case	manual	candidate
in its simplest form	manual	rejected: its own often points forward, to the subject of the sentence
in the special case	generated	candidate

# To illustrate, to put into practice.
to illustrate	manual	candidate
to illustrate further	generated	candidate
to exemplify	manual	candidate
to {illustrate} this	pattern	candidate
to {illustrate} these	pattern	candidate
to {illustrate} this {point}	pattern	candidate
to {illustrate} these {points}	pattern	candidate
to further {illustrate} this	pattern	candidate
to further {illustrate} this {point}	pattern	candidate
to better {illustrate} this	pattern	candidate
to better {illustrate} this {point}	pattern	candidate
to {illustrate} this with an example	pattern	candidate
to {illustrate} this {point} with an example	pattern	candidate
to {illustrate} this by an example	pattern	candidate
to {illustrate} this further	pattern	candidate
to {illustrate} this {point} further	pattern	candidate
in order to {illustrate} this	pattern	candidate
in order to {illustrate} this {point}	pattern	candidate
illustrating this	generated	candidate
illustrating this {point}	pattern	candidate
to make this concrete	manual	candidate
to make this more concrete	generated	candidate
to make this {point} concrete	pattern	candidate
to make this {point} more concrete	pattern	candidate
to make things concrete	generated	candidate
to make things more concrete	generated	candidate
to make matters concrete	manual	candidate
to make this precise	manual	candidate
to make this {point} precise	pattern	candidate
to make these {ideas} concrete	pattern	candidate
to make these {ideas} precise	pattern	candidate
making this concrete	generated	candidate
making this precise	generated	candidate
to {instantiate} this {idea}	pattern	candidate
to {instantiate} these {ideas}	pattern	candidate
to operationalize this	manual	candidate
to operationalise this	manual	candidate
to instantiate this	manual	candidate

to operationalize this …	extension	candidate
to operationalise this …	extension	candidate
to instantiate this …	extension	candidate
to operationalize these …	extension	candidate
to operationalise these …	extension	candidate
to instantiate these …	extension	candidate
operationalizing this {idea}	pattern	candidate
instantiating this {idea}	pattern	candidate
to implement this	manual	candidate
to put this into practice	generated	candidate
to ground this {idea}	pattern	candidate
to ground these {ideas}	pattern	candidate
to translate this {idea} into practice	pattern	candidate

# Found among frequent openings.
as a demonstration	discovery	candidate
as case studies	discovery	candidate
as a proof-of-principle	discovery	candidate
as proof of principle	discovery	candidate
as proof of concept	discovery	candidate
in the extreme case	discovery	candidate
in the simplest version	discovery	candidate

# Broken or joined by the conversion of a paper to text.
for ex ample	discovery	candidate
for exam ple	discovery	candidate
forexample	discovery	candidate
for. example	discovery	candidate
for in stance	discovery	candidate
forinstance	discovery	candidate
inparticular	discovery	candidate
espe cially	discovery	candidate
specif ically	discovery	candidate
specifi-cally	discovery	candidate

# Considered and refused.
that is	manual	rejected: restates; distractor
in other words	manual	rejected: restates; distractor
notably	manual	rejected: weighs the sentence, often a new point
most notably	manual	rejected: weighs the sentence, often a new result
as another example	manual	rejected: stands beside an example, not below a general statement; distractor
as a second example	manual	rejected: stands beside an example, not below a general statement; distractor
in another example	manual	rejected: stands beside an example, not below a general statement; distractor
at its core	manual	rejected: names the essence, not a case
formally	manual	rejected: restates in symbols and seldom names a case
more formally	manual	rejected: restates in symbols and seldom names a case
technically	manual	rejected: says in what respect the sentence holds
in practice	manual	rejected: sets practice against theory; distractor
among them	manual	rejected: picks one of a list, often to say something new of it
among these	manual	rejected: picks one of a list, often to say something new of it
in this special case	manual	rejected: takes up a case that is there already; distractor
in this case	manual	rejected: takes up a case that is there already; distractor
in this example	manual	rejected: takes up an example that is there already; distractor
to demonstrate this	manual	rejected: opens a proof or an evaluation as often as an example
in one case	discovery	rejected: picks one of several cases that the authors count
roughly speaking	discovery	rejected: restates loosely and seldom names a case
loosely speaking	discovery	rejected: restates loosely and seldom names a case
informally	discovery	rejected: restates loosely and seldom names a case

---
distractor: irrelevant
definition: The sentence adds, orders, concludes, sums up or affirms, with none of the three moves.
slot: {max_words: 12}
words:
  this: [this, that, these, those]
  first: [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth]
  firstly: [firstly, secondly, thirdly, fourthly, fifthly, sixthly, seventhly, eighthly]
  step: [first step, second step, third step, next step, final step, last step, further step, additional step]
  place: [first step, second step, third step, next step, final step, last step]
  stage: [stage, phase]
  one: [first, second, third, last, former, latter]
  view: [perspective, viewpoint, point of view, standpoint, angle, vantage point]
  systematically: [systematically, rigorously, thoroughly, comprehensively, quantitatively]
  study: [study, investigate, evaluate, examine, explore, assess, analyze, analyse, test, probe]
  stance: [strikingly, intriguingly, clearly, intuitively, critically, fortunately, ideally, obviously, unexpectedly,
    not surprisingly, unsurprisingly, for the first time, naturally, apparently, presumably, curiously,
    paradoxically, arguably, encouragingly, evidently, basically, possibly, certainly, counterintuitively,
    to our surprise, of note, of particular note, of particular interest, more surprisingly, significantly, as predicted, as usual, luckily]
  sometimes: [typically, usually, often, sometimes, occasionally, normally, frequently, commonly,
    in most cases, in many cases, in some cases, in all cases, in each case, in both cases, in several cases,
    in a few cases, on average, in total]
  formerly: [to date, previously, traditionally, more recently, most recently, until recently, nowadays, today,
    historically, at present, in the past, in the future, conventionally, over time, over the years,
    over the past decade, in recent times, this year]
  respect: [theoretically, experimentally, conceptually, mechanistically, mathematically, qualitatively,
    quantitatively, methodologically, architecturally, structurally, functionally, computationally, practically,
    operationally, statistically, numerically, by definition, by design]
  during: [during training, during inference, during decoding, during testing, during evaluation, at inference,
    at inference time, at test time, at runtime, at each step, at each iteration, in each iteration, after training,
    for training, for inference, for evaluation, for classification, once trained]
  our: [our, the present, the current, the]
  work: [work, study, approach, method, model, system, framework, analysis, experiment, experiments, implementation,
    evaluation, paper, case, setting, setup]
  named: [research, report, survey, tutorial, review, letter, thesis, position paper, short paper, contribution,
    project, chapter, note, talk, demo, task, shared task, model, framework, approach, method, system, experiment,
    analysis, setting, process]
  elsewhere: [mentioned, noted, described, discussed, shown, explained, stated, indicated, outlined, seen]
  there: [above, before, earlier, below, previously]
  simplicity: [simplicity, convenience, clarity, completeness, brevity]
  section: [section, figure, 'fig.', table]
  number: ['1', '2', '3', '4', '5', '6', '7', '8', '9']
  building: [based on, building on, building upon, built on, leveraging, motivated by, inspired by, guided by, using,
    with, through, exploiting, according to, drawing on]
  insight: [insight, insights, observation, observations, finding, findings, idea, ideas, result, results, foundation,
    foundations, analysis, framework, approach, method, dataset, data, model, representation, formulation,
    perspective, principle, property, benchmark, pipeline, technique, system, resource, intuition, hypothesis, view,
    taxonomy, design, strategy, structure, evidence, theory]
  probe: [investigate, explore, examine, study, probe]
  point: [first point, second point, third point, last point, final point, final note, last note, side note,
    final remark, side remark, further note, further point, general note, cautionary note, related note, side point]
  all: [all, all of]
  result: [result, consequence, corollary, byproduct, by-product, side effect, logical consequence, direct consequence,
    direct result, natural consequence, further consequence, immediate consequence]
  aim: [end, aim, purpose, goal, objective, effect, extent]
  goal: [goal, aim, objective, end, purpose, target]
  goals: [goals, aims, objectives, ends, purposes, targets]
  reach: [achieve, accomplish, attain, reach, realize, realise, fulfill, fulfil, pursue]
  test: [test, investigate, examine, explore, study, verify, validate, confirm, evaluate, assess, check, probe,
    analyze, analyse, ascertain, further test, further investigate, further explore, further examine, directly test,
    formally test, further confirm, further assess, corroborate, substantiate]
  tell_apart: [distinguish between, distinguish among, discriminate between, differentiate between, tell apart]
  hypothesis: [hypothesis, possibility, idea, prediction, notion, claim, conjecture, assumption, theory, intuition,
    effect, phenomenon, relationship, model, hypothesis directly, hypothesis further, possibility further,
    idea further, possibility directly, idea directly, finding, observation, conclusion]
  hypotheses: [hypotheses, possibilities, ideas, predictions, claims, conjectures, assumptions, effects, phenomena,
    relationships, models, findings, observations, alternatives, scenarios]
  enable: [enable, facilitate, support, allow, ensure, guarantee, promote, encourage, foster, capture, model, quantify,
    measure, show, demonstrate, prove, see, understand, better understand, check for, explain, determine]
  case: [case, situation, instance, event, scenario]
  it: [it, this, them, these]
  tractable: [tractable, feasible, practical, manageable, scalable, efficient, possible, computationally tractable,
    computationally feasible, more efficient, more tractable, work]
  task: [problem, task, approach, computation, objective, optimization, formulation, procedure, process, search]
  sense: [sense, regard, respect, context, light, connection, view]
---
# Addition.
furthermore	manual	candidate
further	manual	candidate
further on	manual	candidate
further still	generated	candidate
moreover	manual	candidate
more over	manual	candidate
in addition	manual	candidate
in addition to {this}	pattern	candidate
in addition to {this} …	extension	candidate
in addition to all this	generated	candidate
in addition to all of this	generated	candidate
additionally	manual	candidate
also	manual	candidate
besides	manual	candidate
besides {this}	pattern	candidate
besides {this} …	extension	candidate
what is more	manual	candidate
what's more	manual	candidate
on top of {this}	pattern	candidate
on top of {this} …	extension	candidate
on top of it all	generated	candidate
beyond {this}	pattern	candidate
beyond these …	extension	candidate
apart from {this}	pattern	candidate
aside from {this}	pattern	candidate
added to {this}	pattern	candidate
adding to {this}	pattern	candidate
along with {this}	pattern	candidate
along with {this} …	extension	candidate
alongside {this}	pattern	candidate
alongside {this} …	extension	candidate
together with {this}	pattern	candidate
together with {this} …	extension	candidate
coupled with {this}	pattern	candidate
complementing {this}	pattern	candidate
plus	manual	candidate
again	manual	candidate
once again	manual	candidate
once more	manual	candidate
yet again	manual	candidate
as another example	manual	candidate
as a second example	manual	candidate
as a third example	generated	candidate
as a further example	manual	candidate
in another example	manual	candidate
for another example	manual	candidate
for another	manual	candidate
to give another example	manual	candidate
to take another example	manual	candidate
as yet another example	generated	candidate
another example	generated	candidate
not only that	manual	candidate
not only this	generated	candidate
and then	manual	candidate
and also	manual	candidate

# Order.
first and foremost	manual	candidate
first of all	manual	candidate
second of all	generated	candidate
third of all	generated	candidate
in the first place	manual	candidate
in the second place	generated	candidate
in the first instance	manual	candidate
to begin	manual	candidate
to begin with	manual	candidate
to start	manual	candidate
to start with	manual	candidate
for a start	generated	candidate
for starters	generated	candidate
for one thing	manual	candidate
for another thing	manual	candidate
for one	manual	candidate
next	manual	candidate
next up	generated	candidate
then	manual	candidate
thereafter	manual	candidate
thereupon	generated	candidate
after {this}	pattern	candidate
after which	manual	candidate
following {this}	pattern	candidate
afterward	manual	candidate
afterwards	manual	candidate
subsequently	manual	candidate
subsequent to {this}	pattern	candidate
later	manual	candidate
later on	manual	candidate
finally	manual	candidate
and finally	manual	candidate
lastly	manual	candidate
last	manual	candidate
last of all	manual	candidate
last but not least	manual	candidate
at last	manual	candidate
in the end	manual	candidate
eventually	manual	candidate
ultimately	manual	candidate
in turn	manual	candidate
meanwhile	manual	candidate
in the meantime	manual	candidate
in the meanwhile	manual	candidate
in the interim	generated	candidate
at the same time	manual	candidate
simultaneously	manual	candidate
concurrently	manual	candidate
concomitantly	manual	candidate
in parallel	manual	candidate
in parallel to {this}	pattern	candidate
in parallel with {this}	pattern	candidate
at this point	manual	candidate
at this stage	manual	candidate
at that point	manual	candidate
at this juncture	manual	candidate
until now	manual	candidate
up to now	manual	candidate
up until now	manual	candidate
up to this point	manual	candidate
so far	manual	candidate
thus far	manual	candidate
since then	manual	candidate
from then on	manual	candidate
from there	manual	candidate
from there on	generated	candidate
from this point on	manual	candidate
from here	manual	candidate
from here on	manual	candidate
from now on	manual	candidate
henceforth	manual	candidate
hereafter	manual	candidate
now	manual	candidate
on the one hand	manual	candidate
on one hand	manual	candidate
on the one side	generated	candidate
on one side	manual	candidate
prior to {this}	pattern	candidate
before {this}	pattern	candidate
before that point	generated	candidate
moving on	generated	candidate
turning to {this} …	extension	candidate
{first}	pattern	candidate
{firstly}	pattern	candidate
as a {step}	pattern	candidate
in a {step}	pattern	candidate
in the {place}	pattern	candidate
as a {point}	pattern	candidate
on a {point}	pattern	candidate

# Found among frequent openings: order and addition.
in the {first} {stage}	discovery	candidate
in {stage} {number}	discovery	candidate
in step {number}	discovery	candidate
initially	discovery	candidate
at first	discovery	candidate
more importantly	discovery	candidate
most importantly	discovery	candidate
even more importantly	discovery	candidate
more interestingly	discovery	candidate
more critically	discovery	candidate
above all	discovery	candidate
complementarily	discovery	candidate

# Result.
therefore	manual	candidate
thus	manual	candidate
hence	manual	candidate
so	manual	candidate
thence	generated	candidate
consequently	manual	candidate
accordingly	manual	candidate
as such	manual	candidate
thereby	manual	candidate
ergo	manual	candidate
as results	manual	candidate
as the result	manual	candidate
as consequence	manual	candidate
in consequence	manual	candidate
as a result of {this}	pattern	candidate
as a result of {this} …	extension	candidate
as a consequence of {this}	pattern	candidate
as a consequence of {this} …	extension	candidate
in consequence of {this}	pattern	candidate
for this reason	manual	candidate
for that reason	manual	candidate
for these reasons	manual	candidate
for those reasons	manual	candidate
for all these reasons	manual	candidate
for the same reason	manual	candidate
for the same reasons	manual	candidate
for the above reasons	manual	candidate
for the aforementioned reasons	generated	candidate
because of {this}	pattern	candidate
due to {this}	pattern	candidate
owing to {this}	pattern	candidate
thanks to {this}	pattern	candidate
by virtue of {this}	pattern	candidate
on account of {this}	pattern	candidate
as a result thereof	generated	candidate
in this way	manual	candidate
in that way	manual	candidate
this way	manual	candidate
that way	manual	candidate
in this manner	manual	candidate
in that manner	manual	candidate
in this fashion	manual	candidate
in doing so	manual	candidate
in so doing	manual	candidate
in doing this	manual	candidate
by doing so	manual	candidate
by doing this	manual	candidate
by doing that	generated	candidate
by so doing	generated	candidate
by this	manual	candidate
by this means	manual	candidate
by these means	manual	candidate
doing so	manual	candidate
doing this	manual	candidate
on this basis	manual	candidate
on that basis	manual	candidate
on these grounds	manual	candidate
on this account	manual	candidate
from this	manual	candidate
from that	manual	candidate
by implication	manual	candidate
it follows	manual	candidate
it follows that	manual	candidate
by extension	manual	candidate
given all this	manual	candidate
given all of this	generated	candidate
as a {result}	pattern	candidate
as one {result}	pattern	candidate

# Condition.
in this {case}	pattern	candidate
in that {case}	pattern	candidate
in such a {case}	pattern	candidate
in these cases	manual	candidate
in this special case	manual	candidate
in those cases	manual	candidate
in such cases	manual	candidate
in such situations	manual	candidate
in these situations	manual	candidate
in such instances	manual	candidate
if so	manual	candidate
if this is so	generated	candidate
if that is so	generated	candidate
if this is the case	manual	candidate
if that is the case	manual	candidate
if this were the case	manual	candidate
if this were so	generated	candidate
if this were true	manual	candidate
if this is true	manual	candidate
if this is correct	manual	candidate
if this holds	manual	candidate
under these circumstances	manual	candidate
under such circumstances	manual	candidate
under those circumstances	generated	candidate
in these circumstances	manual	candidate
in such circumstances	manual	candidate
in this example	manual	candidate
in these examples	manual	candidate

in the {one} case	discovery	candidate
in our example	discovery	candidate
in the example	discovery	candidate
in the above example	discovery	candidate
in the example above	discovery	candidate
under these conditions	discovery	candidate
under such conditions	discovery	candidate
under those conditions	discovery	candidate
in such situation	discovery	candidate
in such circumstance	discovery	candidate
in such settings	discovery	candidate
in such scenarios	discovery	candidate
in these settings	discovery	candidate
in these scenarios	discovery	candidate

# Purpose: an aim, an action or a study, not a problem.
to this {aim}	pattern	candidate
to that {aim}	pattern	candidate
to these {goals}	pattern	candidate
toward this {goal}	pattern	candidate
towards this {goal}	pattern	candidate
toward that {goal}	pattern	candidate
towards that {goal}	pattern	candidate
toward these {goals}	pattern	candidate
towards these {goals}	pattern	candidate
for this purpose	manual	candidate
for that purpose	manual	candidate
for these purposes	manual	candidate
for those purposes	generated	candidate
for such purposes	manual	candidate
for such a purpose	generated	candidate
for our purposes	manual	candidate
for our purpose	manual	candidate
for the same purpose	manual	candidate
with this {goal}	pattern	candidate
with this {goal} in mind	pattern	candidate
with that {goal} in mind	pattern	candidate
with these {goals} in mind	pattern	candidate
with this in mind	manual	candidate
with that in mind	manual	candidate
with these in mind	manual	candidate
with all this in mind	generated	candidate
with all of this in mind	generated	candidate
bearing this in mind	generated	candidate
keeping this in mind	manual	candidate
having this in mind	generated	candidate
in pursuit of this {goal}	pattern	candidate
in pursuit of these {goals}	pattern	candidate
in pursuit of this	manual	candidate
in service of this {goal}	pattern	candidate
in support of this {goal}	pattern	candidate
as part of this {goal}	pattern	candidate
as a step toward this {goal}	pattern	candidate
as a step towards this {goal}	pattern	candidate
as a first step toward this {goal}	pattern	candidate
as a first step towards this {goal}	pattern	candidate
as a first step in this direction	manual	candidate
as a step in this direction	generated	candidate
to {reach} {this}	pattern	candidate
to {reach} this {goal}	pattern	candidate
to {reach} these {goals}	pattern	candidate
in order to {reach} this	pattern	candidate
in order to {reach} this {goal}	pattern	candidate
in order to {reach} these {goals}	pattern	candidate
to do so	manual	candidate
to do {this}	pattern	candidate
to do it	generated	candidate
in order to do so	manual	candidate
in order to do this	manual	candidate
in order to do that	manual	candidate
to {test} {this}	pattern	candidate
to {test} this {hypothesis}	pattern	candidate
to {test} these {hypotheses}	pattern	candidate
to {tell_apart} these	pattern	candidate
to {tell_apart} these {hypotheses}	pattern	candidate
to {tell_apart} these two {hypotheses}	pattern	candidate
to test for this	manual	candidate
to test for this possibility	manual	candidate
to test for this effect	manual	candidate
in order to {test} this	pattern	candidate
in order to {test} this {hypothesis}	pattern	candidate
in order to {test} these {hypotheses}	pattern	candidate
to {test} this question	pattern	candidate
to {test} these questions	pattern	candidate
to {probe} this question further	pattern	candidate
to {probe} these questions further	pattern	candidate
to {test} this issue	pattern	candidate
to {enable} this	pattern	candidate
to {enable} this …	extension	candidate
to {enable} these …	extension	candidate
to {test} this …	extension	candidate
to {test} these …	extension	candidate
in order to {test} this …	extension	candidate
in order to {test} these …	extension	candidate
compounding this	manual	candidate
compounding this …	extension	candidate
compounding these …	extension	candidate
to {enable} these	pattern	candidate
to make {it} {tractable}	pattern	candidate
to make this {task} {tractable}	pattern	candidate
for this	manual	candidate
for that	manual	candidate

toward {this}	discovery	candidate
towards {this}	discovery	candidate
to {reach} this …	discovery	candidate
to {reach} these …	discovery	candidate
to {systematically} {study} this	discovery	candidate
to {systematically} {study} this …	discovery	candidate
to {systematically} {study} these …	discovery	candidate
to benchmark this …	discovery	candidate
to distinguish these	discovery	candidate
to distinguish these {hypotheses}	discovery	candidate
to distinguish these two {hypotheses}	discovery	candidate

# Generality without a sentence to point to.
in general	manual	candidate
generally	manual	candidate
generally speaking	manual	candidate
broadly	manual	candidate
broadly speaking	manual	candidate
in broad terms	manual	candidate
in general terms	manual	candidate
in the general case	manual	candidate
as a general rule	manual	candidate
as a rule	manual	candidate
as a rule of thumb	manual	candidate
overall	manual	candidate
on the whole	manual	candidate
by and large	manual	candidate
for the most part	manual	candidate
globally	manual	candidate
on balance	generated	candidate

# Summary.
in summary	manual	candidate
in sum	manual	candidate
in short	manual	candidate
in brief	manual	candidate
briefly	manual	candidate
in a nutshell	manual	candidate
in a word	generated	candidate
in conclusion	manual	candidate
in essence	manual	candidate
in closing	manual	candidate
in the final analysis	manual	candidate
in the last analysis	generated	candidate
in the final instance	generated	candidate
to summarize	manual	candidate
to summarise	manual	candidate
to sum up	manual	candidate
to sum it up	generated	candidate
to recap	manual	candidate
to recapitulate	manual	candidate
to conclude	manual	candidate
to close	generated	candidate
to be brief	generated	candidate
to cut a long story short	generated	candidate
summarizing	manual	candidate
summarising	manual	candidate
summing up	manual	candidate
concluding	manual	candidate
summarized	generated	candidate
taken together	manual	candidate
taken as a whole	manual	candidate
taken collectively	manual	candidate
considered together	manual	candidate
viewed together	generated	candidate
put together	manual	candidate
all together	manual	candidate
altogether	manual	candidate
all in all	manual	candidate
all told	manual	candidate
all things considered	generated	candidate
all considered	generated	candidate
collectively	manual	candidate
together	manual	candidate
jointly	manual	candidate
in combination	manual	candidate
combined	manual	candidate
as a whole	manual	candidate
in all	manual	candidate
essentially	manual	candidate
taking {all} this together	pattern	candidate
taking {all} these together	pattern	candidate
putting {all} this together	pattern	candidate
putting {all} these together	pattern	candidate
taking {all} this into account	pattern	candidate
taking {all} these into account	pattern	candidate

# Affirmation.
indeed	manual	candidate
in fact	manual	candidate
in actual fact	generated	candidate
as a matter of fact	manual	candidate
in effect	manual	candidate
in reality	manual	candidate
in actuality	manual	candidate
in truth	manual	candidate
actually	manual	candidate
of course	manual	candidate
to be sure	manual	candidate
after all	manual	candidate
admittedly	manual	candidate
granted	manual	candidate
needless to say	manual	candidate
that is	manual	candidate
i.e.	manual	candidate
as it happens	manual	candidate
as it turns out	manual	candidate
as it were	generated	candidate
so to speak	generated	candidate
if anything	manual	candidate
in principle	manual	candidate
in theory	manual	candidate
in practice	manual	candidate
in point of fact	manual	candidate

# Reference to what is being spoken of.
in this {sense}	pattern	candidate
in that {sense}	pattern	candidate
in this direction	manual	candidate
in the same context	manual	candidate
in this vein	manual	candidate
with regard to this	generated	candidate
with respect to this	generated	candidate
with respect to that	generated	candidate
regarding this	manual	candidate
concerning this	manual	candidate
as for this	generated	candidate
as to this	generated	candidate
as regards this	generated	candidate
on this note	manual	candidate
on that note	generated	candidate
on this point	manual	candidate
on this matter	generated	candidate
on this front	manual	candidate
in this spirit	manual	candidate
to this point	manual	candidate
by this logic	manual	candidate
by this reasoning	manual	candidate
by that logic	generated	candidate
following this logic	manual	candidate
following this line	manual	candidate
following this line of thought	generated	candidate
following this line of reasoning	manual	candidate
against this backdrop	manual	candidate
against this background	manual	candidate

from this {view}	discovery	candidate
on this view	discovery	candidate
under this view	discovery	candidate
in this perspective	discovery	candidate

# Broken or joined by the conversion of a paper to text.
there fore	discovery	candidate
theref ore	discovery	candidate
further more	discovery	candidate
fur thermore	discovery	candidate
in ad dition	discovery	candidate
in addi tion	discovery	candidate
addition ally	discovery	candidate
addition-ally	discovery	candidate
addition- ally	discovery	candidate
fi nally	discovery	candidate
finall y	discovery	candidate
in gen eral	discovery	candidate
over all	discovery	candidate
as a re sult	discovery	candidate
as aresult	discovery	candidate
assuch	discovery	candidate
first ofall	discovery	candidate
sec ondly	discovery	candidate

# Considered and refused: frequent openings that are no markers.
in this paper	manual	rejected: announces the paper, refers to no sentence
in this work	manual	rejected: announces the paper, refers to no sentence
in this study	manual	rejected: announces the paper, refers to no sentence
in this article	manual	rejected: announces the paper, refers to no sentence
in this section	manual	rejected: announces a section, refers to no sentence
in our experiments	manual	rejected: names the setting
here	manual	rejected: announces the paper, refers to no sentence
notably	manual	rejected: the authors' stance
importantly	manual	rejected: the authors' stance
interestingly	manual	rejected: the authors' stance
surprisingly	manual	rejected: the authors' stance
crucially	manual	rejected: the authors' stance
remarkably	manual	rejected: the authors' stance
unfortunately	manual	rejected: the authors' stance
as expected	manual	rejected: the authors' stance
recently	manual	rejected: names a time
in recent years	manual	rejected: names a time
currently	manual	rejected: names a time
to the best of our knowledge	manual	rejected: hedges the sentence
to our knowledge	manual	rejected: hedges the sentence
empirically	manual	rejected: says in what respect the sentence holds
based on this	manual	rejected: builds on the sentence before, with no fixed relation to it
building on this	manual	rejected: builds on the sentence before, with no fixed relation to it
motivated by this	manual	rejected: builds on the sentence before, with no fixed relation to it
among them	manual	rejected: picks one of a list
{stance}	discovery	rejected: the authors' stance
{sometimes}	discovery	rejected: says how often or where the sentence holds
{formerly}	discovery	rejected: names a time
{respect}	discovery	rejected: says in what respect the sentence holds
{during}	discovery	rejected: names the occasion
for {simplicity}	discovery	rejected: says why it is put so, refers to no sentence
in future work	discovery	rejected: names the setting, refers to no sentence
in previous work	discovery	rejected: names the setting, refers to no sentence
in {our} {work}	discovery	rejected: names the setting, refers to no sentence
in this {named}	discovery	rejected: names the setting, refers to no sentence
in these experiments	discovery	rejected: names the setting, refers to no sentence
in experiments	discovery	rejected: names the setting, refers to no sentence
within this framework	discovery	rejected: names the setting, refers to no sentence
through extensive experiments	discovery	rejected: names the means
through experiments	discovery	rejected: names the means
through comprehensive experiments	discovery	rejected: names the means
as {elsewhere} {there}	discovery	rejected: points to another place of the paper
as can be seen	discovery	rejected: points to another place of the paper
in what follows	discovery	rejected: points to another place of the paper
in the following	discovery	rejected: points to another place of the paper
in the next section	discovery	rejected: points to another place of the paper
in the following sections	discovery	rejected: points to another place of the paper
in {section} {number}	discovery	rejected: points to another place of the paper
as shown in {section} {number}	discovery	rejected: points to another place of the paper
of these	discovery	rejected: picks one of a list
of those	discovery	rejected: picks one of a list
among these	discovery	rejected: picks one of a list
{building} this	discovery	rejected: builds on the sentence before, with no fixed relation to it
{building} these	discovery	rejected: builds on the sentence before, with no fixed relation to it
{building} this {insight}	discovery	rejected: builds on the sentence before, with no fixed relation to it
{building} these {insight}	discovery	rejected: builds on the sentence before, with no fixed relation to it
to our best knowledge	discovery	rejected: hedges the sentence
as far as we know	discovery	rejected: hedges the sentence

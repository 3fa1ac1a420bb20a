---
move: BROADEN
definition: The gold restates the query at a broader scope, so that the query is one instance of it.
roles: {query: specific, gold: general}
slot: {max_words: 12}
words:
  wider: [generally, broadly, widely, universally, abstractly, globally, generically]
  said: [put, stated, phrased, formulated, expressed, framed, viewed, seen, considered, understood, interpreted,
    looked at]
  broader: [broader, wider, more general, larger, more abstract, more global, more universal, more encompassing,
    bigger]
  frame: [sense, setting, context, framework, view, scheme, perspective, picture]
  more_general: [more general, more abstract, more universal, more global]
  form: [form, case, formulation, way, manner, fashion, vein, light, situation, version]
  perspective: [perspective, viewpoint, point of view, standpoint, view, angle, vantage point, outlook]
  wide: [broader, wider, more general, more abstract, more encompassing]
  level: [level, plane, note]
  abstraction: [abstraction, generality]
  generalize: [generalize, generalise, broaden, widen, extrapolate, extrapolate from, generalize from,
    generalise from, abstract from, abstract away from]
  generalizing: [generalizing, generalising, generalizing from,
    generalising from, abstracting from, abstracting away from, generalizing beyond, generalising beyond]
  widening: [broadening, widening, lifting, abstracting]
  scope: [idea, notion, view, concept, definition, setting, argument, perspective, scope, analysis, observation]
  idea: [idea, notion, observation, result, finding, insight, argument, example, case, phenomenon, concept,
    definition, construction, principle, analysis, approach, formulation, setting, pattern, experiment, problem,
    model, intuition, reasoning, view, method, theorem, property]
  ideas: [ideas, notions, observations, results, findings, insights, arguments, examples, cases, phenomena, concepts,
    definitions, principles, patterns, experiments, intuitions, considerations]
  specific: [specific, particular, special, single, individual, concrete, narrow, immediate]
  case: [case, example, instance, setting, application, task, context, domain, scenario, problem, model, experiment,
    finding, result, study, system, use case, dataset]
  cases: [cases, examples, instances, settings, applications, tasks, contexts, domains, scenarios, problems, models,
    experiments, findings, results, studies, systems, use cases, datasets]
  back: [stepping back, taking a step back, to take a step back, zooming out, if we step back, to step back,
    pulling back, to zoom out]
  zoom: [stepping back, zooming out, pulling back]
  take: [taking, to take, adopting, to adopt]
---

# More generally.
more {wider}	pattern	candidate
even more {wider}	pattern	candidate
still more {wider}	pattern	candidate
much more {wider}	pattern	candidate
somewhat more {wider}	pattern	candidate
more {wider} still	pattern	candidate
more {wider} speaking	pattern	candidate
more {wider} {said}	pattern	candidate
{said} more {wider}	pattern	candidate
to put it more {wider}	pattern	candidate
to put this more {wider}	pattern	candidate
to state it more {wider}	pattern	candidate
to state this more {wider}	pattern	candidate
to be more general	generated	candidate
to speak more {wider}	pattern	candidate

# In a broader sense, at a higher level.
in a {broader} {frame}	pattern	candidate
in a {more_general} {form}	pattern	candidate
in the {more_general} {form}	pattern	candidate
in the {broader} {frame}	pattern	candidate
in this {broader} sense	pattern	candidate
in {broader} terms	pattern	candidate
in still {broader} terms	pattern	candidate
from a {broader} {perspective}	pattern	candidate
from this {broader} {perspective}	pattern	candidate
from the {broader} {perspective}	pattern	candidate
at a {wide} level	pattern	candidate
at a more abstract level	manual	rejected: names a level of analysis and widens nothing
at the {wide} level	pattern	candidate
at a higher level of {abstraction}	pattern	candidate
at a greater level of {abstraction}	pattern	candidate
at a greater level of generality still	generated	candidate
on a {wide} {level}	pattern	candidate
on the {wide} {level}	pattern	candidate
in greater generality	generated	candidate
in more generality	generated	candidate
in full generality	manual	rejected: compares nothing with the sentence before
in its full generality	generated	candidate
with greater generality	generated	candidate
with more generality	generated	candidate
to place this in a {broader} context	pattern	candidate
to put this in a {broader} context	pattern	candidate
to set this in a {broader} context	pattern	candidate
to put this into a {broader} context	pattern	candidate
placing this in a {broader} context	pattern	candidate
putting this in a {broader} context	pattern	candidate
to put this into a {broader} perspective	pattern	candidate
to put this in a {broader} perspective	pattern	candidate

# Generalizing this.
{generalizing} this	pattern	candidate
{generalizing} this {idea}	pattern	candidate
{widening} this {scope}	pattern	candidate
{widening} this	pattern	candidate
{generalizing} these {ideas}	pattern	candidate
{generalizing} this further	pattern	candidate
{generalizing} this {idea} further	pattern	candidate
to {generalize} this	pattern	candidate
to {generalize} this {idea}	pattern	candidate
to {generalize} these {ideas}	pattern	candidate
to {generalize} these	pattern	candidate
to {generalize} this further	pattern	candidate
to {generalize} this {idea} further	pattern	candidate
to generalize	manual	candidate
to generalise	generated	candidate
to generalize further	generated	candidate
to generalise further	generated	candidate
to generalize even further	generated	candidate
by generalization	generated	candidate
by way of generalization	generated	candidate
as a generalization	generated	candidate
as a generalisation	generated	candidate
as a generalization of this	generated	candidate
as a generalization of this …	extension	candidate
as a generalisation of this …	extension	candidate
as a further generalization	generated	candidate
as a natural generalization	generated	candidate
as an abstraction of this	generated	candidate
as a {wide} principle	pattern	candidate
as a {wide} point	pattern	candidate
as a {wide} lesson	pattern	candidate
as a {wide} implication	pattern	candidate
as a {wide} observation	pattern	candidate
as a {wide} rule	pattern	candidate

# Beyond this one case.
beyond this {specific} {case}	pattern	candidate
beyond these {specific} {cases}	pattern	candidate
beyond the {specific} {case} at hand	pattern	candidate
looking beyond this {case}	pattern	candidate
looking beyond these {cases}	pattern	candidate
looking beyond this {specific} {case}	pattern	candidate
going beyond this {specific} {case}	pattern	candidate
moving beyond this {specific} {case}	pattern	candidate
not only in this case but in general	generated	candidate

# Stepping back.
{back}	pattern	candidate
{back} from this	pattern	candidate
{back} from this …	extension	candidate
{back} from these …	extension	candidate
{zoom} a bit	pattern	candidate
{zoom} further	pattern	candidate
{take} a {broader} {perspective}	pattern	candidate
looking at the {broader} picture	pattern	candidate
to look at the {broader} picture	pattern	candidate
considering the {broader} picture	pattern	candidate
in the grand scheme of things	generated	candidate
more in general	manual	candidate
in more general	generated	candidate

# Considered and refused.
in general	manual	rejected: points to no particular sentence; distractor
generally	manual	rejected: points to no particular sentence; distractor
generally speaking	manual	rejected: points to no particular sentence; distractor
broadly speaking	manual	rejected: points to no particular sentence; distractor
broadly	manual	rejected: points to no particular sentence; distractor
in general terms	manual	rejected: points to no particular sentence; distractor
in the general case	manual	rejected: half of its uses start from the general case and point back to nothing; distractor
by extension	manual	rejected: as often a step to a neighbouring case as to a wider one; distractor
overall	manual	rejected: sums up; distractor
beyond this	manual	rejected: adds a further point; distractor
as a rule	manual	rejected: says how often, points to no particular sentence; distractor
from a global perspective	manual	rejected: one of several perspectives that the authors list
at a higher level	manual	rejected: one of several levels that the authors list
on a larger scale	manual	rejected: speaks of size
at a high level	manual	rejected: opens an outline, points to no particular sentence
to put this in perspective	manual	rejected: compares a size with another
more fundamentally	discovery	rejected: goes to a deeper point, not to a wider one
from this point of view	discovery	rejected: takes up a view that is there already; distractor
abstractly	discovery	rejected: restates in other terms, points to no particular sentence
as a general principle	discovery	rejected: points to no particular sentence

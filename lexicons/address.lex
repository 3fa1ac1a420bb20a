---
move: ADDRESS
definition: The gold gives an approach or an insight that helps with the problem that the query states.
roles: {query: problem, gold: approach}
slot: {max_words: 5}
words:
  this: [this, these, that, those]
  it: [it, them]
  so_as: [in order to, so as to]
  # Verbs that say by themselves that something unwanted or open is dealt with.
  solve: [address, tackle, overcome, mitigate, alleviate, solve, resolve, remedy, circumvent, handle, combat, counter,
    counteract, rectify, ameliorate, surmount, relieve, fix, avoid, bypass, eliminate, prevent, deal with, cope with,
    work around, get around, sidestep, redress, confront, compensate for, correct for, account for, control for,
    minimize, minimise, rule out, conquer, obviate, transcend, grapple with, contend with, attend to, see to,
    break through, move beyond, go beyond, get over, get past, step around, steer clear of, guard against,
    defend against, protect against, hedge against, safeguard against, neutralize, neutralise, offset, defuse, curb,
    repair, attack, wrestle with, reckon with, do away with, get rid of, make up for, iron out, palliate, dispel]
  # The same, where a neutral object is common: only with a noun of the lists below.
  lessen: [reduce, ease, lessen, cut, lower, remove, correct, manage, face, encounter, soften, weaken, relax, lift,
    escape, break, tame, contain, suppress, cure, accommodate, approach, simplify, dismantle, limit, exclude, treat,
    soothe, temper, diminish, shrink, dissolve, untangle, disentangle, reconcile, settle, respond to, react to,
    take on, take up, mend, patch]
  reduce: [reduce, lessen, cut, lower, diminish, ease, contain, limit, keep down, bring down]
  cost: [cost, burden, overhead, risk, bias, error, complexity, uncertainty, ambiguity, discrepancy, mismatch,
    imbalance, effort, reliance, dependence, dependency, redundancy, noise, variance, sensitivity, latency, expense]
  costs: [costs, burdens, overheads, risks, biases, errors, complexities, uncertainties, ambiguities, discrepancies,
    mismatches, efforts, dependencies, redundancies, expenses, side effects, artifacts, artefacts]
  core: [address, tackle, overcome, mitigate, alleviate, solve, resolve, remedy, circumvent, handle, deal with,
    cope with]
  solving: [addressing, tackling, overcoming, mitigating, alleviating, solving, resolving, remedying, circumventing,
    handling, dealing with, coping with]
  well: [better, effectively, efficiently, directly, partially, partly, fully, properly, further, adequately,
    systematically, jointly, simultaneously, explicitly, successfully, ultimately, comprehensively, thoroughly,
    collectively, truly, also, finally, at least partially, rigorously, robustly, concretely]
  help: [help, help to, begin to, start to, try to, attempt to, be able to]
  effort: [in an effort to, in an attempt to, as an attempt to, in a bid to, in our effort to, in our attempt to,
    aiming to, seeking to, hoping to, trying to, attempting to, wanting to]
  aim: [with the aim of, with the goal of, with the objective of, with the intention of, with the intent of,
    with the purpose of, with the hope of, in the hope of, in hopes of, with a view to, for the purpose of,
    for the sake of, towards, toward, for, as a means of, as a way of, as a step towards, as a step toward,
    as a first step towards, as a first step toward]
  problem: [problem, issue, challenge, limitation, gap, shortcoming, difficulty, drawback, weakness, deficiency,
    bottleneck, obstacle, barrier, hurdle, dilemma, concern, risk, threat, vulnerability, deficit, flaw, failure,
    bias, constraint, restriction, trade-off, tradeoff, conflict, mismatch, discrepancy, inconsistency, ambiguity,
    uncertainty, inefficiency, burden, overhead, imbalance, scarcity, shortage, lack, disparity, pitfall, confusion,
    conundrum, predicament, impasse, puzzle, paradox, failure mode, blind spot, complication, misalignment]
  problems: [problems, issues, challenges, limitations, gaps, shortcomings, difficulties, drawbacks, weaknesses,
    deficiencies, bottlenecks, obstacles, barriers, hurdles, dilemmas, concerns, risks, threats, vulnerabilities,
    deficits, flaws, failures, biases, constraints, restrictions, trade-offs, tradeoffs, conflicts, mismatches,
    discrepancies, inconsistencies, ambiguities, uncertainties, inefficiencies, burdens, overheads, imbalances,
    disparities, pitfalls, confusions, errors, complexities, inadequacies, complications, failure modes, blind spots]
  # The nouns that most openings use, for patterns that would grow too large with the long lists.
  trouble: [problem, issue, challenge, limitation, gap, shortcoming, difficulty, drawback, bottleneck, dilemma,
    concern, constraint]
  troubles: [problems, issues, challenges, limitations, gaps, shortcomings, difficulties, drawbacks, bottlenecks,
    dilemmas, concerns, constraints]
  number: [two, three, four, dual, twin, various, multiple, numerous, many]
  above: [above, aforementioned, above-mentioned, abovementioned, foregoing, preceding,
    previously mentioned, aforesaid]
  first: [first, second, third, fourth, last, latter, former, final]
  pointed: [highlighted, identified, presented, described, stated, discussed, mentioned, outlined, noted, proposed,
    remaining, resulting, underlying, corresponding, related, same, two above, above two, above three]
  named: [above, mentioned above, described above, outlined above, discussed above, identified above, stated above,
    noted above, listed above, just described, just mentioned, at hand, mentioned earlier, mentioned]
  such: [this, these, such, those, both]
  its: [its, their, his, her]
  manner: [directly, effectively, efficiently, explicitly, jointly, properly, systematically, simultaneously]
  some: [some of, all of, both of, each of, most of, many of, several of, any of, one of, either of]
  need: [need, demand, requirement, request, call, expectation, desideratum]
  needs: [needs, demands, requirements, requests, calls, expectations, desiderata]
  face: [address, tackle, handle, deal with, cope with]
  meet: [meet, satisfy, fulfill, fulfil, serve, cater to, answer, support, respond to, accommodate]
  span: [bridge, fill, close, narrow, fill in, plug, cover, span]
  void: [gap, void, divide, hole, blank, disconnect, chasm, lacuna]
  voids: [gaps, voids, divides, holes, blanks, disconnects, lacunae]
  question: [question, query, puzzle, inquiry, research question]
  questions: [questions, queries, puzzles, inquiries, research questions]
  remedy: [remedy, solution, workaround, countermeasure, mitigation, fix, cure, antidote, corrective, way out]
  one_remedy: [a possible solution, a potential solution, one solution, one possible solution, a partial solution,
    a simple solution, a practical solution, a first solution, a partial remedy, one remedy, a possible remedy,
    a potential remedy, a simple remedy, a simple fix, a possible fix, a quick fix, a practical workaround,
    one workaround, a simple workaround, a mitigation strategy, a possible mitigation, one possible mitigation]
  moved: [motivated by, prompted by, spurred by, driven by, triggered by, challenged by, compelled by, urged by,
    provoked by, concerned by, struck by, aware of, mindful of, conscious of, cognizant of, recognizing, recognising,
    acknowledging, realizing, realising, considering, given, in light of, in the light of, in view of,
    in the face of, in recognition of, in consideration of, faced with, confronted with, facing,
    starting from, targeting, aiming at, focusing on, focussing on, responding to, reacting to, inspired by]
  response: [in response to, in reaction to, in answer to, in reply to, as a response to, as an answer to,
    as a reaction to, by way of answer to]
  light: [shed light on, shed some light on, shed more light on, shed further light on, shed new light on,
    throw light on, throw some light on, bring light to]
  upon: ['on', upon]
---

# To + verb + this, these, that, those, such: with and without a noun of the author's.
to {solve} {this}	pattern	candidate
to {solve} {this} …	pattern	candidate
to {solve} such …	pattern	candidate
to {solve} {it}	pattern	candidate
to {solve} the {trouble}	pattern	candidate
to {solve} the {troubles}	pattern	candidate
to {solve} the {above} …	pattern	candidate
to {lessen} {this}	pattern	candidate
to {lessen} this {trouble}	pattern	candidate
to {lessen} these {troubles}	pattern	candidate
to {lessen} this … {trouble}	pattern	candidate
to {lessen} these … {troubles}	pattern	candidate
to {lessen} the {above} …	pattern	candidate
to {reduce} this {cost}	pattern	candidate
to {reduce} these {costs}	pattern	candidate

# With a word on what is meant.
to {core} the {first} {trouble}	pattern	candidate
to {core} the {first} {question}	pattern	candidate
to {core} the {first} two {troubles}	pattern	candidate
to {core} the {first}	pattern	candidate
to {core} the {number} {troubles}	pattern	candidate
to {core} the {pointed} {trouble}	pattern	candidate
to {core} the {pointed} {troubles}	pattern	candidate
to {core} the {trouble} {named}	pattern	candidate
to {core} the {troubles} {named}	pattern	candidate
to {core} {above} {troubles}	pattern	candidate
to {core} {above} {trouble}	pattern	candidate
to {core} the {trouble} of {such} …	pattern	candidate
to {core} the {troubles} of {such} …	pattern	candidate
to {core} the {troubles} in {such} …	pattern	candidate
to {core} the lack of such …	pattern	candidate
to {core} the scarcity of such …	pattern	candidate
to {core} the {question}	pattern	candidate
to {core} the {questions}	pattern	candidate
to {core} each	pattern	candidate
to {core} each {trouble}	pattern	candidate
to {core} both {troubles}	pattern	candidate
to {core} both {troubles} …	pattern	candidate
to {core} both	pattern	candidate
to {core} {it} {manner}	pattern	candidate
to {core} {some} these	pattern	candidate
to {core} {some} these …	pattern	candidate
to {core} all these {troubles}	pattern	candidate
to {core} {its} {troubles}	pattern	candidate
to {core} {its} … {troubles}	pattern	candidate
to {core} these and …	pattern	candidate
to {core} this and …	pattern	candidate

# With an adverb, a helper or a frame before the verb.
to {well} {core} {this}	pattern	candidate
to {well} {core} {this} …	pattern	candidate
to {well} {core} the {above} …	pattern	candidate
to {help} {core} {this}	pattern	candidate
to {help} {core} {this} …	pattern	candidate
{so_as} {solve} {this}	pattern	candidate
{so_as} {solve} {this} …	pattern	candidate
{so_as} {solve} such …	pattern	candidate
{so_as} {solve} {it}	pattern	candidate
{so_as} {solve} the {trouble}	pattern	candidate
{so_as} {solve} the {troubles}	pattern	candidate
{so_as} {solve} the {above} …	pattern	candidate
{effort} {core} {this}	pattern	candidate
{effort} {core} {this} …	pattern	candidate
{aim} {solving} {this}	pattern	candidate
{aim} {solving} {this} …	pattern	candidate

# Verb-ing + this.
{solving} {this}	pattern	candidate
{solving} this {problem}	pattern	candidate
{solving} these {problems}	pattern	candidate
{solving} this … {trouble}	pattern	candidate
{solving} these … {troubles}	pattern	candidate
{solving} the {above} {troubles}	pattern	candidate

# Gaps.
to {span} {this}	pattern	candidate
to {span} {it}	pattern	candidate
to {span} {this} …	pattern	candidate
to {span} this {void}	pattern	candidate
to {span} these {voids}	pattern	candidate
to {span} the {void}	pattern	candidate
to {span} the {voids}	pattern	candidate
to {span} the {above} …	pattern	candidate
{so_as} {span} {this} …	pattern	candidate
{so_as} {span} the {void}	pattern	candidate
to help {span} {this} …	pattern	candidate
to {well} {span} {this} …	pattern	candidate

# Needs.
to {meet} this {need}	pattern	candidate
to {meet} these {needs}	pattern	candidate
to {meet} this … {need}	pattern	candidate
to {meet} these … {needs}	pattern	candidate
to {meet} this {need} …	pattern	candidate
to {meet} these {needs} …	pattern	candidate
to {meet} such {needs}	pattern	candidate
to meet these	pattern	candidate
to satisfy these	pattern	candidate
{so_as} {meet} this {need}	pattern	candidate
{so_as} {meet} these {needs}	pattern	candidate
to {face} this {need}	pattern	candidate
to {face} these {needs}	pattern	candidate
to {face} this … {need}	pattern	candidate
to {face} these … {needs}	pattern	candidate
to {face} this {need} …	pattern	candidate
to {face} these {needs} …	pattern	candidate
to {face} the {need}	pattern	candidate
{so_as} {face} this {need}	pattern	candidate
{so_as} {face} these {needs}	pattern	candidate

# Questions.
to answer {this} …	pattern	candidate
to answer this	pattern	candidate
to answer these	pattern	candidate
to answer {it}	pattern	candidate
to answer the {question}	pattern	candidate
to answer the {questions}	pattern	candidate
to answer the {above} …	pattern	candidate
{so_as} answer {this} …	pattern	candidate
{so_as} answer this	pattern	candidate
to {light} {this} …	pattern	candidate
to {light} this	pattern	candidate
to {light} these	pattern	candidate
to clarify this {question}	pattern	candidate
to clarify this issue	pattern	candidate
to clarify these {questions}	pattern	candidate
to clarify these issues	pattern	candidate

# Means that undo, work or are put right.
to remedy this situation	pattern	candidate
to improve this situation	pattern	candidate
to improve {upon} {this} …	pattern	candidate
to improve {upon} {this}	pattern	candidate
to rise to {this} …	pattern	candidate
to meet this challenge	pattern	candidate
to meet these challenges	pattern	candidate
to meet both challenges	pattern	candidate
to meet the challenge	pattern	candidate
to meet this … challenge	pattern	candidate
to meet these … challenges	pattern	candidate
to take this {trouble} into account	pattern	candidate
to take these {troubles} into account	pattern	candidate
to take this into account	pattern	candidate
to take these {troubles} into consideration	pattern	candidate
to keep this {trouble} in check	pattern	candidate
to put an end to this …	pattern	candidate

# Responses, remedies.
in response	pattern	candidate
{response} {this}	pattern	candidate
{response} this {problem}	pattern	candidate
{response} these {problems}	pattern	candidate
{response} this … {trouble}	pattern	candidate
{response} these … {troubles}	pattern	candidate
{response} this {trouble} …	pattern	candidate
{response} these {troubles} …	pattern	candidate
{response} the {above} {troubles}	pattern	candidate
{response} this {need}	pattern	candidate
{response} these {needs}	pattern	candidate
{response} this … {need}	pattern	candidate
{response} these … {needs}	pattern	candidate
{response} this question	pattern	candidate
{response} these questions	pattern	candidate
as a {remedy}	pattern	candidate
as {one_remedy}	pattern	candidate
as a {remedy} to {this}	pattern	candidate
as a {remedy} to {this} …	pattern	candidate
as a {remedy} for {this}	pattern	candidate
as a {remedy} for {this} …	pattern	candidate
as {one_remedy} to {this}	pattern	candidate
as {one_remedy} to {this} …	pattern	candidate
as {one_remedy} for {this} …	pattern	candidate
as a response	pattern	candidate
as a way around this …	pattern	candidate
as a way around this	pattern	candidate
as a way out of this …	pattern	candidate

# The problem as the author's motive.
{moved} this {problem}	pattern	candidate
{moved} these {problems}	pattern	candidate
{moved} this … {trouble}	pattern	candidate
{moved} these … {troubles}	pattern	candidate
{moved} this {trouble} …	pattern	candidate
{moved} these {troubles} …	pattern	candidate
{moved} the {above} {troubles}	pattern	candidate
{moved} this {need}	pattern	candidate
{moved} these {needs}	pattern	candidate
with this {problem} in mind	pattern	candidate
with these {problems} in mind	pattern	candidate
with this {need} in mind	pattern	candidate
with these {needs} in mind	pattern	candidate
bearing this {trouble} in mind	pattern	candidate
bearing these {troubles} in mind	pattern	candidate
keeping these {troubles} in mind	pattern	candidate
taking these {troubles} into account	pattern	candidate
taking this {trouble} into account	pattern	candidate

# Considered and refused.
to address	manual	rejected: bare, refers back to nothing
to overcome	manual	rejected: bare, refers back to nothing
to shed light on	manual	rejected: bare, refers back to nothing
to improve upon	manual	rejected: bare, refers back to nothing
to address the issue of …	manual	rejected: names a problem of its own instead of pointing back
to this end	manual	rejected: points to an aim, not to a problem; distractor
for this purpose	manual	rejected: points to an aim, not to a problem; distractor
to achieve this	manual	rejected: points to an aim, often the authors' own plan; distractor
to achieve this goal	manual	rejected: points to an aim, often the authors' own plan; distractor
to do so	manual	rejected: points to an action, often the authors' own plan; distractor
to test this hypothesis	manual	rejected: a hypothesis is put to the test, no problem is dealt with; distractor
to investigate this	manual	rejected: announces a study, not an approach to a problem; distractor
with this in mind	manual	rejected: what stands before is as often a fact as a problem; distractor
motivated by this	manual	rejected: what stands before is as often a finding as a problem
inspired by this	manual	rejected: what stands before is an idea or a finding, seldom a problem
building on this insight	manual	rejected: what stands before is a finding, not a problem
based on this observation	manual	rejected: what stands before is a finding, not a problem
to make this practical	manual	rejected: points to the authors' own approach rather than to a problem; distractor
in light of this	manual	rejected: what stands before is often a finding
in view of this	manual	rejected: what stands before is often a finding
given this	manual	rejected: draws a conclusion from what stands before
to support this	manual	rejected: serves the authors' own plan; distractor
by addressing these issues	manual	rejected: tells the benefit of an approach given earlier
for this reason	manual	rejected: draws a conclusion; distractor
therefore	manual	rejected: draws a conclusion; distractor
despite these limitations	manual	rejected: concedes the problem instead of dealing with it; distractor

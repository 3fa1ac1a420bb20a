---
move: ADDRESS
definition: The gold gives an approach or an insight that helps with the problem that the query states.
roles: {query: problem, gold: approach}
slot: {max_words: 12}
words:
  this: [this, these, that, those]
  it: [it, them]
  so_as: [in order to, so as to]
  # Verbs that say by themselves that something unwanted or open is dealt with.
  solve: [address, tackle, overcome, mitigate, alleviate, solve, resolve, remedy, circumvent, handle, combat, counter,
    counteract, rectify, ameliorate, surmount, relieve, fix, avoid, bypass, eliminate, prevent, deal with, cope with,
    work around, get around, sidestep, redress, confront, compensate for, correct for, account for, control for,
    minimize, minimise, conquer, obviate, transcend, grapple with, contend with, attend to,
    break through, move beyond, go beyond, get over, get past, step around, steer clear of, guard against,
    defend against, protect against, hedge against, safeguard against, neutralize, neutralise, offset, defuse, curb,
    repair, attack, wrestle with, reckon with, do away with, get rid of, make up for, palliate, dispel]
  # Verbs that take a neutral object as well: only with a noun of the lists below.
  face: [face, take on, approach, manage, respond to, react to, accommodate]
  soften: [reduce, ease, lessen, soften, temper, diminish, limit, contain, weaken, moderate]
  remove: [remove, dismantle, break, escape, dissolve, exclude]
  hindrance: [bottleneck, limitation, constraint, barrier, obstacle, dilemma, difficulty, restriction, impasse, hurdle,
    deadlock, trade-off, dependency, cycle, trap, ceiling]
  hindrances: [bottlenecks, limitations, constraints, barriers, obstacles, difficulties, restrictions, hurdles,
    trade-offs, dependencies, limits]
  lift: [lift, relax, loosen, drop]
  restriction: [restriction, constraint, limitation, assumption, requirement, condition]
  restrictions: [restrictions, constraints, limitations, assumptions, requirements, conditions]
  reconcile: [reconcile, settle, untangle, disentangle, defuse, balance]
  tension: [tension, conflict, dilemma, trade-off, tradeoff, discrepancy, contradiction, paradox, inconsistency, dispute,
    debate, dichotomy]
  tensions: [tensions, conflicts, trade-offs, tradeoffs, discrepancies, contradictions, inconsistencies, disputes]
  reduce: [cut, lower, lighten, keep down, bring down, shrink]
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
  answering: [addressing, tackling, resolving, answering, approaching]
  toward: [toward, towards]
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
    conundrum, predicament, impasse, paradox, failure mode, blind spot, complication, misalignment]
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
  which: [last, latter, former]
  counted: [first, second, third, fourth, final]
  pointed: [highlighted, identified, presented, described, stated, discussed, mentioned, outlined, noted, proposed,
    remaining, resulting, underlying, corresponding, related, same, two above, above two, above three]
  named: [above, mentioned above, described above, outlined above, discussed above, identified above, stated above,
    noted above, listed above, just described, just mentioned, at hand, mentioned earlier, mentioned]
  such: [this, these, such, those, both]
  its: [its, their]
  manner: [directly, effectively, efficiently, explicitly, jointly, properly, systematically, simultaneously]
  some: [some of, all of, both of, each of, most of, many of, several of, any of, one of, either of]
  need: [need, demand, requirement, request, call, expectation, desideratum]
  needs: [needs, demands, requirements, requests, calls, expectations, desiderata]
  heed: [address, tackle, handle, deal with, cope with]
  meet: [meet, satisfy, fulfill, fulfil, serve, cater to, answer, support, respond to, accommodate]
  span: [bridge, fill, close, narrow, fill in, plug, cover, span]
  spanning: [bridging, filling, closing, narrowing, filling in]
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
    starting from, noticing, noting, observing, taking heed of, based on, targeting, aiming at,
    focusing on, focussing on, responding to, reacting to, inspired by]
  response: [in response to, in reaction to, in answer to, in reply to, as a response to, as an answer to,
    as a reaction to, by way of answer to]
  light: [shed light on, shed some light on, shed more light on, shed further light on, shed new light on,
    throw light on, throw some light on, bring light to]
  upon: ['on', upon]
---

# To + verb + this, these, that, those, such: with and without a noun of the author's.
to {solve} {this}	pattern	candidate
to {solve} {this} …	extension	candidate
to {solve} such …	extension	candidate
to {solve} {it}	pattern	candidate
to {solve} the {trouble}	pattern	candidate
to {solve} the {troubles}	pattern	candidate
to {solve} the {above} …	extension	candidate
to {face} {this}	pattern	candidate
to {face} this {trouble}	pattern	candidate
to {face} these {troubles}	pattern	candidate
to {face} this … {trouble}	pattern	candidate
to {face} these … {troubles}	pattern	candidate
to {face} the {above} …	extension	candidate
to {soften} {this}	pattern	candidate
to {soften} this {trouble}	pattern	candidate
to {soften} these {troubles}	pattern	candidate
to {soften} this … {trouble}	pattern	candidate
to {soften} these … {troubles}	pattern	candidate
to {soften} the {above} …	extension	candidate
to {soften} this {cost}	pattern	candidate
to {soften} these {costs}	pattern	candidate
to {reduce} this {cost}	pattern	candidate
to {reduce} these {costs}	pattern	candidate
to {remove} this {hindrance}	pattern	candidate
to {remove} these {hindrances}	pattern	candidate
to {remove} this … {hindrance}	pattern	candidate
to {remove} these … {hindrances}	pattern	candidate
to remove this	generated	candidate
to remove these	manual	candidate
to rule out this …	extension	candidate
to rule out these …	extension	candidate
to rule out such …	extension	candidate
to rule this out	generated	candidate
to rule these out	generated	candidate
to rule out this	generated	candidate
in order to rule out this …	extension	candidate
in order to rule out these …	extension	candidate
to iron out these …	extension	candidate
to exclude this	manual	candidate
to exclude this possibility	manual	candidate
to exclude these possibilities	manual	candidate
to {lift} this {restriction}	pattern	candidate
to {lift} these {restrictions}	pattern	candidate
to {reconcile} this {tension}	pattern	candidate
to {reconcile} these {tensions}	pattern	candidate
to settle this	generated	candidate
to settle this {question}	pattern	candidate
to settle these {questions}	pattern	candidate
to correct this	manual	candidate
to correct these	generated	candidate
to correct this error	generated	candidate
to correct these errors	generated	candidate
to correct this bias	generated	candidate
to correct these biases	generated	candidate
to correct this {trouble}	pattern	candidate
to correct these {troubles}	pattern	candidate

# With a word on what is meant.
to {core} the {which} {trouble}	pattern	candidate
to {core} the {which} {question}	pattern	candidate
to {core} the {which}	pattern	candidate
to {core} the {counted} {trouble}	pattern	rejected: counts through a list that stands further back
to {core} the {number} {troubles}	pattern	candidate
to {core} the {pointed} {trouble}	pattern	candidate
to {core} the {pointed} {troubles}	pattern	candidate
to {core} the {trouble} {named}	pattern	candidate
to {core} the {troubles} {named}	pattern	candidate
to {core} {above} {troubles}	pattern	candidate
to {core} {above} {trouble}	pattern	candidate
to {core} the {trouble} of {such} …	extension	candidate
to {core} the {troubles} of {such} …	extension	candidate
to {core} the {troubles} in {such} …	extension	candidate
to {core} the lack of such …	extension	candidate
to {core} the scarcity of such …	extension	candidate
to {core} the {question}	pattern	candidate
to {core} the {questions}	pattern	candidate
to {core} each	pattern	candidate
to {core} each {trouble}	pattern	candidate
to {core} both {troubles}	pattern	candidate
to {core} both {troubles} …	extension	candidate
to {core} both	pattern	candidate
to {core} {it} {manner}	pattern	candidate
to {core} {some} these	pattern	candidate
to {core} {some} these …	extension	candidate
to {core} all these {troubles}	pattern	candidate
to {core} {its} {troubles}	pattern	candidate
to {core} {its} … {troubles}	pattern	candidate
to {core} these and …	extension	candidate
to {core} this and …	extension	candidate

# With an adverb, a helper or a frame before the verb.
to {well} {core} {this}	pattern	candidate
to {well} {core} {this} …	extension	candidate
to {well} {core} the {above} …	extension	candidate
to {help} {core} {this}	pattern	candidate
to {help} {core} {this} …	extension	candidate
{so_as} {solve} {this}	pattern	candidate
{so_as} {solve} {this} …	extension	candidate
{so_as} {solve} such …	extension	candidate
{so_as} {solve} {it}	pattern	candidate
{so_as} {solve} the {trouble}	pattern	candidate
{so_as} {solve} the {troubles}	pattern	candidate
{so_as} {solve} the {above} …	extension	candidate
{so_as} {core} the {troubles} {named}	pattern	candidate
{effort} {core} {this}	pattern	candidate
{effort} {core} {this} …	extension	candidate
{aim} {solving} {this}	pattern	candidate
{aim} {solving} {this} …	extension	candidate

# Verb-ing + this.
{solving} {this}	pattern	candidate
{solving} this {problem}	pattern	candidate
{solving} these {problems}	pattern	candidate
addressing these risks	discovery	rejected: opens a subject that tells a further problem
{solving} this … {trouble}	pattern	candidate
{solving} these … {troubles}	pattern	candidate
{solving} the {above} {troubles}	pattern	candidate
{answering} this {question}	pattern	candidate
{answering} these {questions}	pattern	candidate
{toward} this {trouble}	pattern	candidate
{toward} these {troubles}	pattern	candidate
in {solving} this {trouble}	pattern	candidate
in {solving} these {troubles}	pattern	candidate
in {answering} this {question}	pattern	candidate
in {answering} these {questions}	pattern	candidate

# Gaps.
to {span} {this}	pattern	candidate
to {span} {it}	pattern	candidate
to {span} {this} …	extension	candidate
to {span} this {void}	pattern	candidate
to {span} these {voids}	pattern	candidate
to {span} the {void}	pattern	candidate
to {span} the {voids}	pattern	candidate
to {span} the {above} …	extension	candidate
{so_as} {span} {this} …	extension	candidate
{so_as} {span} the {void}	pattern	candidate
to help {span} {this} …	extension	candidate
to target this {void}	pattern	candidate
to target these {voids}	pattern	candidate
{effort} {span} {this} …	extension	candidate
{aim} {spanning} {this} …	extension	candidate
{spanning} this {void}	pattern	candidate
{spanning} these {voids}	pattern	candidate
{spanning} this … {void}	pattern	candidate
to {well} {span} {this} …	extension	candidate

# Needs.
to {meet} this {need}	pattern	candidate
to {meet} these {needs}	pattern	candidate
to {meet} this … {need}	pattern	candidate
to {meet} these … {needs}	pattern	candidate
to {meet} this {need} …	extension	candidate
to {meet} these {needs} …	extension	candidate
to {meet} such {needs}	pattern	candidate
to meet these	generated	candidate
to satisfy these	generated	candidate
to satisfy this constraint	manual	candidate
to satisfy these constraints	generated	candidate
{so_as} {meet} this {need}	pattern	candidate
{so_as} {meet} these {needs}	pattern	candidate
to {heed} this {need}	pattern	candidate
to {heed} these {needs}	pattern	candidate
to {heed} this … {need}	pattern	candidate
to {heed} these … {needs}	pattern	candidate
to {heed} this {need} …	extension	candidate
to {heed} these {needs} …	extension	candidate
to {heed} the {need}	pattern	candidate
{so_as} {heed} this {need}	pattern	candidate
{so_as} {heed} these {needs}	pattern	candidate

# Questions.
to answer {this} …	extension	candidate
to answer this	manual	candidate
to answer these	manual	candidate
to answer {it}	pattern	candidate
to answer the {question}	pattern	candidate
to answer the {questions}	pattern	candidate
to answer the {above} …	extension	candidate
{so_as} answer {this} …	extension	candidate
{so_as} answer this	pattern	candidate
to {light} {this} …	extension	candidate
to {light} this	pattern	candidate
to {light} these	pattern	candidate
to clarify this {question}	pattern	candidate
to clarify this issue	manual	candidate
to clarify these {questions}	pattern	candidate
to clarify these issues	manual	candidate

# Means that undo, work or are put right.
to remedy this situation	manual	candidate
to improve this situation	manual	candidate
to improve this	manual	candidate
to improve {upon} {this} …	extension	candidate
to improve {upon} {this}	pattern	candidate
to rise to {this} …	extension	candidate
to meet this challenge	manual	candidate
to meet these challenges	manual	candidate
to meet both challenges	generated	candidate
to meet the challenge	manual	candidate
to meet this … challenge	pattern	candidate
to meet these … challenges	pattern	candidate
to take this {trouble} into account	pattern	candidate
to take these {troubles} into account	pattern	candidate
to take this into account	generated	candidate
to take these {troubles} into consideration	pattern	candidate
to keep this {trouble} in check	pattern	candidate
to put an end to this …	extension	candidate

# Responses, remedies.
in response	manual	candidate
{response} {this}	pattern	candidate
{response} this {problem}	pattern	candidate
{response} these {problems}	pattern	candidate
{response} this … {trouble}	pattern	candidate
{response} these … {troubles}	pattern	candidate
{response} this {trouble} …	extension	candidate
{response} these {troubles} …	extension	candidate
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
as a {remedy} to {this} …	extension	candidate
as a {remedy} for {this}	pattern	candidate
as a {remedy} for {this} …	extension	candidate
as {one_remedy} to {this}	pattern	candidate
as {one_remedy} to {this} …	extension	candidate
as {one_remedy} for {this} …	extension	candidate
as a response	manual	candidate
as a way around this …	extension	candidate
as a way around this	generated	candidate
as a way out of this …	extension	candidate

# The problem as the author's motive.
{moved} this {problem}	pattern	candidate
{moved} these {problems}	pattern	candidate
{moved} this … {trouble}	pattern	candidate
{moved} these … {troubles}	pattern	candidate
{moved} this {trouble} …	extension	candidate
{moved} these {troubles} …	extension	candidate
{moved} the {above} {troubles}	pattern	candidate
{moved} this {need}	pattern	candidate
{moved} this {question}	pattern	candidate
{moved} these {questions}	pattern	candidate
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

# Found among frequent openings.
to {core} the resulting …	discovery	candidate
to {core} {its} …	discovery	candidate
to {core} both …	discovery	candidate
to {core} {above} …	discovery	candidate
to {light} {its} …	discovery	candidate
to {soften} this effect	discovery	candidate
to {soften} these effects	discovery	candidate
given this situation	discovery	candidate
in response to this situation	discovery	candidate
to begin {answering} this {question}	discovery	candidate
to begin {answering} these {questions}	discovery	candidate

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
to exploit this	discovery	rejected: makes use of a finding, no problem is dealt with
with this motivation	discovery	rejected: what stands before is as often an idea or a fact as a problem
towards this	discovery	rejected: points to an aim, not to a problem; distractor
toward this	discovery	rejected: points to an aim, not to a problem; distractor
by addressing these challenges	discovery	rejected: tells the benefit of an approach given earlier
by addressing these gaps	discovery	rejected: tells the benefit of an approach given earlier
to address the challenges of …	discovery	rejected: names a problem of its own instead of pointing back
to address the limitations of …	discovery	rejected: names a problem of its own instead of pointing back
to address the lack of …	discovery	rejected: names a problem of its own instead of pointing back
to address the scarcity of …	discovery	rejected: names a problem of its own instead of pointing back

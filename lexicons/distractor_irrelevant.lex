---
distractor: irrelevant
definition: The sentence adds, orders, concludes, sums up or affirms, with none of the three moves.
slot: {max_words: 5}
words:
  this: [this, that, these, those]
  first: [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth]
  firstly: [firstly, secondly, thirdly, fourthly, fifthly, sixthly, seventhly, eighthly]
  step: [first step, second step, third step, next step, final step, last step, further step, additional step]
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
    formally test, further confirm, further assess, corroborate, substantiate, test for, distinguish between,
    discriminate between, differentiate between]
  hypothesis: [hypothesis, possibility, idea, prediction, notion, claim, conjecture, assumption, theory, intuition,
    effect, phenomenon, relationship, model, hypothesis directly, hypothesis further, possibility further,
    idea further, possibility directly, idea directly, finding, observation, conclusion]
  hypotheses: [hypotheses, possibilities, ideas, predictions, claims, conjectures, assumptions, effects, phenomena,
    relationships, models, findings, observations, two possibilities, two hypotheses, alternatives, scenarios]
  enable: [enable, facilitate, support, allow, ensure, guarantee, promote, encourage, foster, capture, model, quantify,
    measure, show, demonstrate, prove, see, understand, better understand, check for]
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
further still	manual	candidate
moreover	manual	candidate
more over	manual	candidate
in addition	manual	candidate
in addition to {this}	manual	candidate
in addition to {this} …	manual	candidate
in addition to all this	manual	candidate
in addition to all of this	manual	candidate
additionally	manual	candidate
also	manual	candidate
besides	manual	candidate
besides {this}	manual	candidate
besides {this} …	manual	candidate
what is more	manual	candidate
what's more	manual	candidate
on top of {this}	manual	candidate
on top of {this} …	manual	candidate
on top of it all	manual	candidate
beyond {this}	manual	candidate
beyond these …	manual	candidate
apart from {this}	manual	candidate
apart from {this} …	manual	candidate
aside from {this}	manual	candidate
aside from {this} …	manual	candidate
added to {this}	manual	candidate
adding to {this}	manual	candidate
along with {this}	manual	candidate
along with {this} …	manual	candidate
alongside {this}	manual	candidate
alongside {this} …	manual	candidate
together with {this}	manual	candidate
together with {this} …	manual	candidate
coupled with {this}	manual	candidate
complementing {this}	manual	candidate
plus	manual	candidate
again	manual	candidate
once again	manual	candidate
once more	manual	candidate
yet again	manual	candidate
as another example	manual	candidate
as a second example	manual	candidate
as a third example	manual	candidate
as a further example	manual	candidate
in another example	manual	candidate
for another example	manual	candidate
for another	manual	candidate
to give another example	manual	candidate
to take another example	manual	candidate
as yet another example	manual	candidate
another example	manual	candidate
not only that	manual	candidate
not only this	manual	candidate
and then	manual	candidate
and also	manual	candidate

# Order.
first and foremost	manual	candidate
first of all	manual	candidate
second of all	manual	candidate
third of all	manual	candidate
in the first place	manual	candidate
in the second place	manual	candidate
in the first instance	manual	candidate
to begin	manual	candidate
to begin with	manual	candidate
to start	manual	candidate
to start with	manual	candidate
for a start	manual	candidate
for starters	manual	candidate
for one thing	manual	candidate
for another thing	manual	candidate
for one	manual	candidate
next	manual	candidate
next up	manual	candidate
then	manual	candidate
thereafter	manual	candidate
thereupon	manual	candidate
after {this}	manual	candidate
after which	manual	candidate
following {this}	manual	candidate
afterward	manual	candidate
afterwards	manual	candidate
subsequently	manual	candidate
subsequent to {this}	manual	candidate
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
in the interim	manual	candidate
at the same time	manual	candidate
simultaneously	manual	candidate
concurrently	manual	candidate
concomitantly	manual	candidate
in parallel	manual	candidate
in parallel to {this}	manual	candidate
in parallel with {this}	manual	candidate
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
from there on	manual	candidate
from this point on	manual	candidate
from here	manual	candidate
from here on	manual	candidate
from now on	manual	candidate
henceforth	manual	candidate
hereafter	manual	candidate
now	manual	candidate
on the one hand	manual	candidate
on one hand	manual	candidate
on the one side	manual	candidate
on one side	manual	candidate
prior to {this}	manual	candidate
before {this}	manual	candidate
before that point	manual	candidate
moving on	manual	candidate
turning to {this} …	manual	candidate
{first}	pattern	candidate
{firstly}	pattern	candidate
as a {step}	pattern	candidate
in a {step}	pattern	candidate
in the {step}	pattern	candidate
as a {point}	pattern	candidate
on a {point}	pattern	candidate

# Result.
therefore	manual	candidate
thus	manual	candidate
hence	manual	candidate
so	manual	candidate
thence	manual	candidate
consequently	manual	candidate
accordingly	manual	candidate
as such	manual	candidate
thereby	manual	candidate
ergo	manual	candidate
as results	manual	candidate
as the result	manual	candidate
as consequence	manual	candidate
in consequence	manual	candidate
as a result of {this}	manual	candidate
as a result of {this} …	manual	candidate
as a consequence of {this}	manual	candidate
as a consequence of {this} …	manual	candidate
in consequence of {this}	manual	candidate
for this reason	manual	candidate
for that reason	manual	candidate
for these reasons	manual	candidate
for those reasons	manual	candidate
for all these reasons	manual	candidate
for the same reason	manual	candidate
for the same reasons	manual	candidate
for the above reasons	manual	candidate
for the aforementioned reasons	manual	candidate
because of {this}	manual	candidate
because of {this} …	manual	candidate
due to {this}	manual	candidate
due to {this} …	manual	candidate
owing to {this}	manual	candidate
owing to {this} …	manual	candidate
thanks to {this}	manual	candidate
thanks to {this} …	manual	candidate
by virtue of {this}	manual	candidate
by virtue of {this} …	manual	candidate
on account of {this}	manual	candidate
as a result thereof	manual	candidate
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
by doing that	manual	candidate
by so doing	manual	candidate
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
from {this} …	manual	candidate
by implication	manual	candidate
it follows	manual	candidate
it follows that	manual	candidate
by extension	manual	candidate
given all this	manual	candidate
given all of this	manual	candidate
as a {result}	pattern	candidate
as one {result}	pattern	candidate

# Condition.
in this {case}	pattern	candidate
in that {case}	pattern	candidate
in such a {case}	pattern	candidate
in these cases	manual	candidate
in those cases	manual	candidate
in such cases	manual	candidate
in such situations	manual	candidate
in these situations	manual	candidate
in such instances	manual	candidate
if so	manual	candidate
if this is so	manual	candidate
if that is so	manual	candidate
if this is the case	manual	candidate
if that is the case	manual	candidate
if this were the case	manual	candidate
if this were so	manual	candidate
if this were true	manual	candidate
if this is true	manual	candidate
if this is correct	manual	candidate
if this holds	manual	candidate
under these circumstances	manual	candidate
under such circumstances	manual	candidate
under those circumstances	manual	candidate
in these circumstances	manual	candidate
in such circumstances	manual	candidate
in this example	manual	candidate
in these examples	manual	candidate

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
for this purpose	pattern	candidate
for that purpose	pattern	candidate
for these purposes	pattern	candidate
for those purposes	pattern	candidate
for such purposes	pattern	candidate
for such a purpose	pattern	candidate
for our purposes	pattern	candidate
for our purpose	pattern	candidate
for the same purpose	pattern	candidate
with this {goal}	pattern	candidate
with this {goal} in mind	pattern	candidate
with that {goal} in mind	pattern	candidate
with these {goals} in mind	pattern	candidate
with this in mind	pattern	candidate
with that in mind	pattern	candidate
with these in mind	pattern	candidate
with all this in mind	pattern	candidate
with all of this in mind	pattern	candidate
bearing this in mind	pattern	candidate
keeping this in mind	pattern	candidate
having this in mind	pattern	candidate
in pursuit of this {goal}	pattern	candidate
in pursuit of these {goals}	pattern	candidate
in pursuit of this	pattern	candidate
in service of this {goal}	pattern	candidate
in support of this {goal}	pattern	candidate
as part of this {goal}	pattern	candidate
as a step toward this {goal}	pattern	candidate
as a step towards this {goal}	pattern	candidate
as a first step toward this {goal}	pattern	candidate
as a first step towards this {goal}	pattern	candidate
as a first step in this direction	pattern	candidate
as a step in this direction	pattern	candidate
to {reach} {this}	pattern	candidate
to {reach} this {goal}	pattern	candidate
to {reach} these {goals}	pattern	candidate
in order to {reach} this	pattern	candidate
in order to {reach} this {goal}	pattern	candidate
in order to {reach} these {goals}	pattern	candidate
to do so	pattern	candidate
to do {this}	pattern	candidate
to do it	pattern	candidate
in order to do so	pattern	candidate
in order to do this	pattern	candidate
in order to do that	pattern	candidate
to {test} {this}	pattern	candidate
to {test} this {hypothesis}	pattern	candidate
to {test} these {hypotheses}	pattern	candidate
in order to {test} this	pattern	candidate
in order to {test} this {hypothesis}	pattern	candidate
in order to {test} these {hypotheses}	pattern	candidate
to {test} this question	pattern	candidate
to {test} these questions	pattern	candidate
to {test} this question further	pattern	candidate
to {test} this issue	pattern	candidate
to {enable} this	pattern	candidate
to {enable} these	pattern	candidate
to make {it} {tractable}	pattern	candidate
to make this {task} {tractable}	pattern	candidate
for this	pattern	candidate
for that	pattern	candidate

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
on balance	manual	candidate

# Summary.
in summary	manual	candidate
in sum	manual	candidate
in short	manual	candidate
in brief	manual	candidate
briefly	manual	candidate
in a nutshell	manual	candidate
in a word	manual	candidate
in conclusion	manual	candidate
in essence	manual	candidate
in closing	manual	candidate
in the final analysis	manual	candidate
in the last analysis	manual	candidate
in the final instance	manual	candidate
to summarize	manual	candidate
to summarise	manual	candidate
to sum up	manual	candidate
to sum it up	manual	candidate
to recap	manual	candidate
to recapitulate	manual	candidate
to conclude	manual	candidate
to close	manual	candidate
to be brief	manual	candidate
to cut a long story short	manual	candidate
summarizing	manual	candidate
summarising	manual	candidate
summing up	manual	candidate
concluding	manual	candidate
summarized	manual	candidate
taken together	manual	candidate
taken as a whole	manual	candidate
taken collectively	manual	candidate
considered together	manual	candidate
viewed together	manual	candidate
put together	manual	candidate
all together	manual	candidate
altogether	manual	candidate
all in all	manual	candidate
all told	manual	candidate
all things considered	manual	candidate
all considered	manual	candidate
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
in actual fact	manual	candidate
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
as it were	manual	candidate
so to speak	manual	candidate
if anything	manual	candidate
in principle	manual	candidate
in theory	manual	candidate
in practice	manual	candidate
in point of fact	manual	candidate

# Reference to what is being spoken of.
in this {sense}	pattern	candidate
in that {sense}	pattern	candidate
in this direction	pattern	candidate
in the same context	pattern	candidate
in this vein	pattern	candidate
with regard to this	pattern	candidate
with respect to this	pattern	candidate
with respect to that	pattern	candidate
regarding this	pattern	candidate
concerning this	pattern	candidate
as for this	pattern	candidate
as to this	pattern	candidate
as regards this	pattern	candidate
on this note	pattern	candidate
on that note	pattern	candidate
on this point	pattern	candidate
on this matter	pattern	candidate
on this front	pattern	candidate
in this spirit	pattern	candidate
to this point	pattern	candidate
by this logic	pattern	candidate
by this reasoning	pattern	candidate
by that logic	pattern	candidate
following this logic	pattern	candidate
following this line	pattern	candidate
following this line of thought	pattern	candidate
following this line of reasoning	pattern	candidate
against this backdrop	pattern	candidate
against this background	pattern	candidate

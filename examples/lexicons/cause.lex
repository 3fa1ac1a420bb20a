# A relation of one's own is one file in the folder that --lexicon names. A marker stands in one file only: beside
# the shipped lexicons, `ratio-spark lexicon check` names the lines of distractor_irrelevant.lex to take out.
---
move: CAUSE
definition: The gold follows from what the query states, as its effect or its conclusion.
roles: {query: cause, gold: effect}
slot: {max_words: 6}
words:
  this: [this, that, these, those]
  outcome: [result, consequence, corollary]
  kind: [direct, natural, further, logical, necessary]
  reason: [reason, cause]
  reasons: [reasons, causes]
  fact: [fact, observation, finding, property, effect, dependence, assumption, change]
  facts: [facts, observations, findings, properties, effects, dependences, assumptions, changes]
---
# One adverb points back by itself.
therefore	manual	candidate
hence	manual	candidate
thus	manual	candidate
consequently	manual	candidate
accordingly	manual	candidate
thereby	manual	candidate
ergo	manual	candidate
as such	manual	candidate
so	manual	rejected: opens a sentence of any kind
then	manual	rejected: mostly tells the order of events
since then	manual	rejected: tells the time
# An outcome of the sentence before.
as a {outcome}	pattern	candidate
as one {outcome}	pattern	candidate
as a {kind} {outcome}	pattern	candidate
as an immediate {outcome}	pattern	candidate
in consequence	pattern	candidate
by consequence	pattern	candidate
as a {outcome} of {this}	pattern	candidate
as a {outcome} thereof	pattern	candidate
in consequence of {this}	pattern	candidate
as a {outcome} of {this} …	extension	candidate
as a {kind} {outcome} of {this} …	extension	candidate
in consequence of {this} …	extension	candidate
# A reason that the sentence before gives.
because of {this}	pattern	candidate
owing to {this}	pattern	candidate
due to {this}	pattern	candidate
thanks to {this}	pattern	candidate
on account of {this}	pattern	candidate
by virtue of {this}	pattern	candidate
for this {reason}	pattern	candidate
for that {reason}	pattern	candidate
for these {reasons}	pattern	candidate
for those {reasons}	pattern	candidate
for the same {reason}	pattern	candidate
for the same {reasons}	pattern	candidate
for all these {reasons}	pattern	candidate
because of {this} …	extension	candidate
owing to {this} …	extension	candidate
due to {this} …	extension	candidate
thanks to {this} …	extension	candidate
on account of {this} …	extension	candidate
by virtue of {this} …	extension	candidate
# It follows.
it follows that	manual	candidate
following from this	pattern	candidate
from this {fact}	pattern	candidate
from these {facts}	pattern	candidate
given this {fact}	pattern	candidate
given these {facts}	pattern	candidate
it follows from this {fact}	pattern	candidate
this being so	manual	candidate
this being the case	manual	candidate
that being the case	manual	candidate
such being the case	manual	candidate

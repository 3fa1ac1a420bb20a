# A distractor kind of the shipped lexicons, made a move. A marker stands in one file only: use this file without
# distractor_contrast.lex.
---
move: CONTRAST
definition: The gold sets itself against what the query states, or holds in spite of it.
roles: {query: claim, gold: counterclaim}
slot: {max_words: 6}
words:
  this: [this, that, these, those]
  stark: [stark, sharp, marked, striking, direct, clear, strong, notable]
  view: [view, belief, claim, finding, result, intuition, expectation, assumption, picture]
  views: [views, beliefs, claims, findings, results, intuitions, expectations, assumptions]
  limit: [limitation, drawback, difficulty, shortcoming, problem, caveat, disadvantage]
  limits: [limitations, drawbacks, difficulties, shortcomings, problems, caveats, disadvantages]
---
# One adverb points back by itself.
however	manual	candidate
nevertheless	manual	candidate
nonetheless	manual	candidate
conversely	manual	candidate
contrarily	manual	candidate
contrariwise	manual	candidate
yet	manual	candidate
still	manual	candidate
even so	manual	candidate
all the same	manual	candidate
notwithstanding	manual	candidate
instead	manual	candidate
but	manual	rejected: no comma follows it
while	manual	rejected: opens a clause
although	manual	rejected: opens a clause
# Opposition.
in contrast	manual	candidate
by contrast	manual	candidate
by way of contrast	manual	candidate
on the contrary	manual	candidate
quite the contrary	manual	candidate
to the contrary	manual	candidate
on the other hand	manual	candidate
at the other extreme	manual	candidate
vice versa	manual	candidate
in {stark} contrast	pattern	candidate
in contrast to {this}	pattern	candidate
in contrast with {this}	pattern	candidate
in {stark} contrast to {this}	pattern	candidate
contrary to {this}	pattern	candidate
contrary to this {view}	pattern	candidate
contrary to these {views}	pattern	candidate
as opposed to {this}	pattern	candidate
opposed to {this}	pattern	candidate
unlike {this}	pattern	candidate
against this {view}	pattern	candidate
rather than {this}	pattern	candidate
instead of {this}	pattern	candidate
in contrast to {this} …	extension	candidate
in contrast with {this} …	extension	candidate
unlike {this} …	extension	candidate
# Concession.
despite {this}	pattern	candidate
in spite of {this}	pattern	candidate
notwithstanding {this}	pattern	candidate
regardless of {this}	pattern	candidate
despite this {limit}	pattern	candidate
despite these {limits}	pattern	candidate
for all {this}	pattern	candidate
that said	manual	candidate
having said that	manual	candidate
that being said	manual	candidate
be that as it may	manual	candidate
at the same time	manual	rejected: may only tell the time
then again	manual	candidate
in spite of it all	manual	candidate
despite it all	manual	candidate
in spite of {this} …	extension	candidate
notwithstanding {this} …	extension	candidate
regardless of {this} …	extension	candidate

---
distractor: contrast
definition: The sentence sets itself against the one before it, or concedes it.
slot: {max_words: 12}
words:
  stark: [stark, sharp, marked, striking, direct, clear, complete, strong, notable, total, dramatic, strict, obvious,
    remarkable, apparent]
  this: [this, that, these, those, it, them]
  that: [this, that, these]
  these: [this, these, that, those]
  success: [success, progress, achievement, advance, advantage, importance, potential, promise, benefit, popularity,
    improvement, effort, similarity, strength, simplicity]
  successes: [successes, advances, advancements, achievements, advantages, benefits, efforts, improvements, strengths,
    similarities, differences, limitations, challenges, difficulties, results, findings, developments, shortcomings,
    problems, issues, drawbacks, concerns, constraints, variations, contributions, merits, gains]
  opposite: [other, opposite]
  said: [that said, this said, having said that, having said this, that being said, this being said,
    with that said, with that being said, with this said]
  prior: [prior, previous, existing, traditional, conventional, earlier, current, state-of-the-art, other]
  work: [work, works, methods, approaches, studies, models, benchmarks, datasets, systems, baselines]
  recent: [recent, rapid, significant, notable, remarkable, substantial, promising, considerable]
  progress: [progress, advances, advancements, results, success, improvements]
---
# Opposition.
however	manual	candidate
in contrast	manual	candidate
by contrast	manual	candidate
by way of contrast	manual	candidate
as a contrast	generated	candidate
in contrast to {this}	pattern	candidate
in contrast with {this}	pattern	candidate
in contrast to {these} …	extension	candidate
contrastingly	manual	candidate
contrarily	manual	candidate
contrariwise	manual	candidate
conversely	manual	candidate
inversely	manual	candidate
reversely	generated	candidate
oppositely	generated	candidate
vice versa	manual	candidate
and vice versa	generated	candidate
on the contrary	manual	candidate
to the contrary	manual	candidate
quite the contrary	generated	candidate
quite the opposite	generated	candidate
just the opposite	generated	candidate
contrary to {this}	pattern	candidate
contrary to {these} …	extension	candidate
as opposed to {this}	pattern	candidate
as opposed to {these} …	extension	candidate
in opposition to {this}	pattern	candidate
unlike {this}	pattern	candidate
on the other hand	manual	candidate
on the other	manual	candidate
on the other side	manual	candidate
on the flip side	manual	candidate
on the downside	manual	candidate
on the negative side	manual	candidate
on the {opposite} end	pattern	candidate
on the {opposite} extreme	pattern	candidate
on the opposite side	generated	candidate
at the {opposite} extreme	pattern	candidate
at the {opposite} end	pattern	candidate
at the {opposite} end of the spectrum	pattern	candidate
at the {opposite} end of the scale	pattern	candidate
on the {opposite} end of the spectrum	pattern	candidate
in comparison	manual	candidate
by comparison	manual	candidate
comparatively	manual	candidate
in comparison to {this}	pattern	candidate
in comparison with {this}	pattern	candidate
compared to {this}	pattern	candidate
compared with {this}	pattern	candidate
seen the other way round	generated	candidate
the other way around	manual	candidate
whereas	manual	candidate
interestingly however	manual	candidate
note however	manual	candidate
importantly however	manual	candidate
unfortunately however	generated	candidate
in general however	manual	candidate
in practice however	manual	candidate
more often however	generated	candidate
in {stark} contrast	pattern	candidate
in {stark} contrast to {this}	pattern	candidate
in {stark} contrast with {this}	pattern	candidate
in {stark} contrast to {these} …	extension	candidate

# Alternatives.
alternatively	manual	candidate
alternately	manual	candidate
as an alternative	manual	candidate
as an alternative to {this}	pattern	candidate
as alternatives	generated	candidate
as an alternative approach	manual	candidate
as another alternative	generated	candidate
instead	manual	candidate
instead of {this}	pattern	candidate
rather	manual	candidate
rather than {this}	pattern	candidate
otherwise	manual	candidate
or else	generated	candidate
or alternatively	manual	candidate
failing that	generated	candidate
failing this	generated	candidate
if not	manual	candidate
in lieu of {this}	pattern	candidate
in lieu of {these} …	extension	candidate

# Concession.
nevertheless	manual	candidate
nonetheless	manual	candidate
none the less	manual	candidate
never the less	generated	candidate
notwithstanding	manual	candidate
notwithstanding {this}	pattern	candidate
{that} notwithstanding	pattern	candidate
this … notwithstanding	pattern	candidate
these … notwithstanding	pattern	candidate
yet	manual	candidate
and yet	manual	candidate
still	manual	candidate
but	manual	candidate
but then	manual	candidate
but then again	generated	candidate
then again	generated	candidate
even so	manual	candidate
even then	manual	candidate
even still	manual	candidate
though	manual	candidate
all the same	manual	candidate
just the same	generated	candidate
for all that	generated	candidate
for all {these} …	extension	candidate
be that as it may	manual	candidate
be it as it may	generated	candidate
regardless	manual	candidate
regardless of {this}	pattern	candidate
irrespective of {this}	pattern	candidate
regardless of {these} …	extension	candidate
irrespective of {these} …	extension	candidate
in any case	manual	candidate
in any event	manual	candidate
at any rate	manual	candidate
anyway	manual	candidate
anyhow	manual	candidate
in either case	manual	candidate
either way	manual	candidate
{said}	pattern	candidate
despite {this}	pattern	candidate
despite {these} …	extension	candidate
despite it all	generated	candidate
despite all this	generated	candidate
despite all that	generated	candidate
despite all of this	generated	candidate
despite all {these} …	extension	candidate
despite such …	extension	candidate
despite being so	generated	candidate
in spite of {this}	pattern	candidate
in spite of {these} …	extension	candidate
in spite of all this	generated	candidate
in spite of such …	extension	candidate
in spite of it all	generated	candidate
even with {these} …	extension	candidate
even with this	generated	candidate
even with these	generated	candidate
after all this	generated	candidate
despite this {success}	pattern	candidate
despite these {successes}	pattern	candidate
in spite of this {success}	pattern	candidate
in spite of these {successes}	pattern	candidate
notwithstanding this {success}	pattern	candidate
notwithstanding these {successes}	pattern	candidate

# Found among frequent openings.
despite its …	discovery	candidate
despite their …	discovery	candidate
in spite of its …	discovery	candidate
in spite of their …	discovery	candidate
differently	discovery	candidate

# Broken or joined by the conversion of a paper to text.
how ever	discovery	candidate
how-ever	discovery	candidate
how- ever	discovery	candidate
in con trast	discovery	candidate
never theless	discovery	candidate
on theother hand	discovery	candidate

# Considered and refused: frequent openings that are no markers.
for comparison	discovery	rejected: announces other figures, sets nothing against the sentence before
for comparison purposes	discovery	rejected: announces other figures, sets nothing against the sentence before
as a comparison	discovery	rejected: announces other figures, sets nothing against the sentence before
unlike {prior} {work}	discovery	rejected: sets the sentence against other work, not against the sentence before
in contrast to {prior} {work}	discovery	rejected: sets the sentence against other work, not against the sentence before
compared to {prior} {work}	discovery	rejected: sets the sentence against other work, not against the sentence before
compared with {prior} {work}	discovery	rejected: sets the sentence against other work, not against the sentence before
despite {recent} {progress}	discovery	rejected: concedes something of its own instead of pointing back
although effective	discovery	rejected: a clause of its own about what follows
although promising	discovery	rejected: a clause of its own about what follows
while effective	discovery	rejected: a clause of its own about what follows
while promising	discovery	rejected: a clause of its own about what follows
contrary to expectation	discovery	rejected: the authors' stance
contrary to expectations	discovery	rejected: the authors' stance
in other cases	discovery	rejected: names other cases, refers to no sentence

---
distractor: contrast
definition: The sentence sets itself against the one before it, or concedes it.
slot: {max_words: 5}
words:
  stark: [stark, sharp, marked, striking, direct, clear, complete, strong, notable, total, dramatic, strict, obvious,
    remarkable, apparent]
  this: [this, that, these, those, it, them]
  these: [this, these, that, those]
  success: [success, progress, achievement, advance, advantage, importance, potential, promise, benefit, popularity,
    improvement, effort, similarity, strength, simplicity]
  successes: [successes, advances, advancements, achievements, advantages, benefits, efforts, improvements, strengths,
    similarities, differences, limitations, challenges, difficulties, results, findings, developments, shortcomings,
    problems, issues, drawbacks, concerns, constraints, variations, contributions, merits, gains]
  opposite: [other, opposite]
  said: [that said, this said, having said that, having said this, that being said, this being said,
    with that said, with that being said, with this said]
---
# Opposition.
however	manual	candidate
in contrast	manual	candidate
by contrast	manual	candidate
by way of contrast	manual	candidate
as a contrast	manual	candidate
in contrast to {this}	manual	candidate
in contrast with {this}	manual	candidate
in contrast to {these} …	manual	candidate
contrastingly	manual	candidate
contrarily	manual	candidate
contrariwise	manual	candidate
conversely	manual	candidate
inversely	manual	candidate
reversely	manual	candidate
oppositely	manual	candidate
vice versa	manual	candidate
and vice versa	manual	candidate
on the contrary	manual	candidate
to the contrary	manual	candidate
quite the contrary	manual	candidate
quite the opposite	manual	candidate
just the opposite	manual	candidate
contrary to {this}	manual	candidate
contrary to {these} …	manual	candidate
as opposed to {this}	manual	candidate
as opposed to {these} …	manual	candidate
in opposition to {this}	manual	candidate
unlike {this}	manual	candidate
on the other hand	manual	candidate
on the other	manual	candidate
on the other side	manual	candidate
on the flip side	manual	candidate
on the downside	manual	candidate
on the negative side	manual	candidate
on the {opposite} end	manual	candidate
on the {opposite} extreme	manual	candidate
on the opposite side	manual	candidate
at the {opposite} extreme	manual	candidate
at the {opposite} end	manual	candidate
at the {opposite} end of the spectrum	manual	candidate
at the {opposite} end of the scale	manual	candidate
on the {opposite} end of the spectrum	manual	candidate
in comparison	manual	candidate
by comparison	manual	candidate
comparatively	manual	candidate
in comparison to {this}	manual	candidate
in comparison with {this}	manual	candidate
compared to {this}	manual	candidate
compared with {this}	manual	candidate
seen the other way round	manual	candidate
the other way around	manual	candidate
whereas	manual	candidate
interestingly however	manual	candidate
note however	manual	candidate
importantly however	manual	candidate
unfortunately however	manual	candidate
in general however	manual	candidate
in practice however	manual	candidate
more often however	manual	candidate
in {stark} contrast	pattern	candidate
in {stark} contrast to {this}	pattern	candidate
in {stark} contrast with {this}	pattern	candidate
in {stark} contrast to {these} …	pattern	candidate

# Alternatives.
alternatively	manual	candidate
alternately	manual	candidate
as an alternative	manual	candidate
as an alternative to {this}	manual	candidate
as alternatives	manual	candidate
as an alternative approach	manual	candidate
as another alternative	manual	candidate
instead	manual	candidate
instead of {this}	manual	candidate
rather	manual	candidate
rather than {this}	manual	candidate
otherwise	manual	candidate
or else	manual	candidate
or alternatively	manual	candidate
failing that	manual	candidate
failing this	manual	candidate
if not	manual	candidate
in lieu of {this}	manual	candidate
in lieu of {these} …	manual	candidate

# Concession.
nevertheless	manual	candidate
nonetheless	manual	candidate
none the less	manual	candidate
never the less	manual	candidate
notwithstanding	manual	candidate
notwithstanding {this}	manual	candidate
yet	manual	candidate
and yet	manual	candidate
still	manual	candidate
but	manual	candidate
but then	manual	candidate
but then again	manual	candidate
then again	manual	candidate
even so	manual	candidate
even then	manual	candidate
even still	manual	candidate
though	manual	candidate
all the same	manual	candidate
just the same	manual	candidate
for all that	manual	candidate
for all {these} …	manual	candidate
be that as it may	manual	candidate
be it as it may	manual	candidate
regardless	manual	candidate
regardless of {this}	manual	candidate
irrespective of {this}	manual	candidate
regardless of {these} …	manual	candidate
irrespective of {these} …	manual	candidate
in any case	manual	candidate
in any event	manual	candidate
at any rate	manual	candidate
anyway	manual	candidate
anyhow	manual	candidate
in either case	manual	candidate
either way	manual	candidate
{said}	manual	candidate
despite {this}	manual	candidate
despite {these} …	manual	candidate
despite it all	manual	candidate
despite all this	manual	candidate
despite all that	manual	candidate
despite all of this	manual	candidate
despite all {these} …	manual	candidate
despite such …	manual	candidate
despite being so	manual	candidate
in spite of {this}	manual	candidate
in spite of {these} …	manual	candidate
in spite of all this	manual	candidate
in spite of such …	manual	candidate
in spite of it all	manual	candidate
even with {these} …	manual	candidate
even with this	manual	candidate
even with these	manual	candidate
after all this	manual	candidate
despite this {success}	pattern	candidate
despite these {successes}	pattern	candidate
in spite of this {success}	pattern	candidate
in spite of these {successes}	pattern	candidate
notwithstanding this {success}	pattern	candidate
notwithstanding these {successes}	pattern	candidate

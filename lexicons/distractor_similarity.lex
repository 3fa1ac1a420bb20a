---
distractor: similarity
definition: The sentence says something alike, or the same in other words.
slot: {max_words: 12}
words:
  same: [the same, a similar, a like, a comparable, an analogous, a parallel, much the same, exactly the same,
    a very similar, precisely the same, a related]
  way: [way, vein, manner, fashion, spirit, sense]
  such: [this, these, that, those]
  quite: [quite, very, somewhat, rather, more or less]
  differently: [differently, another way, in another way, in other words, in other terms, in different words,
    in different terms, more simply, simply, succinctly, concisely, more concisely, more succinctly, in simple terms,
    in plain words, in simpler terms, more plainly, plainly, more compactly, slightly differently, more bluntly,
    bluntly, briefly]
  put: [put, stated, said, expressed, phrased, formulated]
  idea: [idea, hypothesis, notion, view, model, interpretation, possibility, conclusion, observation, finding, result,
    prediction, picture, scenario, expectation, claim, trend, assumption, proposal, argument]
  ideas: [ideas, hypotheses, views, models, interpretations, conclusions, observations, findings, results, predictions,
    data, reports, expectations, claims, trends, assumptions, studies]
  agree: [consistent with, in line with, in agreement with, in keeping with, in accord with, in accordance with,
    in support of, in good agreement with, supporting, corroborating, confirming, mirroring, echoing]
---
# Likeness.
similarly	manual	candidate
similarly to {such}	pattern	candidate
similar to {such}	pattern	candidate
likewise	manual	candidate
analogously	manual	candidate
analogously to {such}	pattern	candidate
analogous to {such}	pattern	candidate
by analogy	manual	candidate
by analogy with {such}	pattern	candidate
by analogy to {such}	pattern	candidate
in analogy	manual	candidate
in analogy to {such}	pattern	candidate
in analogy with {such}	pattern	candidate
drawing an analogy	generated	candidate
drawing a parallel	generated	candidate
comparably	manual	candidate
correspondingly	manual	candidate
equally	manual	candidate
equally so	generated	candidate
equivalently	manual	candidate
identically	generated	candidate
symmetrically	manual	candidate
by the same token	manual	candidate
by the same logic	manual	candidate
by the same reasoning	generated	candidate
by the same argument	manual	candidate
by similar reasoning	generated	candidate
by a similar argument	manual	candidate
by an analogous argument	generated	candidate
by symmetry	manual	candidate
in like manner	generated	candidate
in like fashion	manual	candidate
in like wise	generated	candidate
in similar fashion	manual	candidate
in similar manner	generated	candidate
in similar vein	generated	candidate
in similar ways	generated	candidate
in the same breath	generated	candidate
along the same lines	manual	candidate
along similar lines	manual	candidate
along these lines	manual	candidate
along those lines	generated	candidate
along the same line	manual	candidate
along this line	manual	candidate
in line	manual	candidate
in agreement	manual	candidate
in accordance	manual	candidate
just as before	generated	candidate
as before	manual	candidate
as with {such}	pattern	candidate
like {such}	pattern	candidate
much like {such}	pattern	candidate
just like {such}	pattern	candidate
so too	manual	candidate
so also	generated	candidate
here too	manual	candidate
here also	manual	candidate
here again	manual	candidate
there too	generated	candidate
again similarly	manual	candidate
{quite} similarly	pattern	candidate
in {same} {way}	pattern	candidate
in {same} {way} to {such}	pattern	candidate
in {same} {way} as {such}	pattern	candidate
{agree} {such}	pattern	candidate
{agree} this {idea}	pattern	candidate
{agree} these {ideas}	pattern	candidate

# The same in other words.
{put} {differently}	pattern	candidate
to put it {differently}	pattern	candidate
to put this {differently}	pattern	candidate
to say it {differently}	pattern	candidate
to say this {differently}	pattern	candidate
in other words	manual	candidate
in other terms	manual	candidate
in different words	generated	candidate
in different terms	generated	candidate
in simple words	manual	candidate
in simple terms	manual	candidate
in simpler terms	manual	candidate
in simpler words	generated	candidate
in plain words	generated	candidate
in plain terms	generated	candidate
in plain english	generated	candidate
in words	manual	candidate
that is to say	manual	candidate
this is to say	generated	candidate
which is to say	generated	candidate
this means	manual	candidate
that means	manual	candidate
to rephrase	generated	candidate
to rephrase this	generated	candidate
to reformulate	generated	candidate
to reiterate	manual	candidate
to repeat	generated	candidate
to restate	generated	candidate
to restate this	generated	candidate
reframed	generated	candidate
reframing this	generated	candidate
rephrased	generated	candidate
viewed differently	generated	candidate
viewed this way	manual	candidate
viewed in this way	generated	candidate
viewed in this light	generated	candidate
seen this way	manual	candidate
seen in this way	manual	candidate
seen in this light	manual	candidate
seen differently	generated	candidate
seen from this angle	generated	candidate

# Found among frequent openings.
consistently	discovery	candidate
in support	discovery	candidate
simply put	discovery	candidate
simply stated	discovery	candidate

# Broken by the conversion of a paper to text.
sim ilarly	discovery	candidate

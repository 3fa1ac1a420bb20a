---
distractor: similarity
definition: The sentence says something alike, or the same in other words.
slot: {max_words: 5}
words:
  same: [the same, a similar, a like, a comparable, an analogous, a parallel, much the same, exactly the same,
    a very similar, precisely the same, a related]
  way: [way, vein, manner, fashion, spirit, line, sense]
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
similarly to {such}	manual	candidate
similar to {such}	manual	candidate
similar to {such} …	manual	candidate
likewise	manual	candidate
analogously	manual	candidate
analogously to {such}	manual	candidate
analogous to {such}	manual	candidate
by analogy	manual	candidate
by analogy with {such}	manual	candidate
by analogy to {such}	manual	candidate
in analogy	manual	candidate
in analogy to {such}	manual	candidate
in analogy with {such}	manual	candidate
drawing an analogy	manual	candidate
drawing a parallel	manual	candidate
comparably	manual	candidate
correspondingly	manual	candidate
equally	manual	candidate
equally so	manual	candidate
equivalently	manual	candidate
identically	manual	candidate
symmetrically	manual	candidate
by the same token	manual	candidate
by the same logic	manual	candidate
by the same reasoning	manual	candidate
by the same argument	manual	candidate
by similar reasoning	manual	candidate
by a similar argument	manual	candidate
by an analogous argument	manual	candidate
by symmetry	manual	candidate
in like manner	manual	candidate
in like fashion	manual	candidate
in like wise	manual	candidate
in similar fashion	manual	candidate
in similar manner	manual	candidate
in similar vein	manual	candidate
in similar ways	manual	candidate
in the same breath	manual	candidate
along the same lines	manual	candidate
along similar lines	manual	candidate
along these lines	manual	candidate
along those lines	manual	candidate
along the same line	manual	candidate
along this line	manual	candidate
in line	manual	candidate
in agreement	manual	candidate
in accordance	manual	candidate
just as before	manual	candidate
as before	manual	candidate
as with {such}	manual	candidate
as with {such} …	manual	candidate
as in {such} …	manual	candidate
like {such} …	manual	candidate
like {such}	manual	candidate
much like {such}	manual	candidate
just like {such}	manual	candidate
just like {such} …	manual	candidate
much like {such} …	manual	candidate
so too	manual	candidate
so also	manual	candidate
here too	manual	candidate
here also	manual	candidate
here again	manual	candidate
there too	manual	candidate
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
in different words	manual	candidate
in different terms	manual	candidate
in simple words	manual	candidate
in simple terms	manual	candidate
in simpler terms	manual	candidate
in simpler words	manual	candidate
in plain words	manual	candidate
in plain terms	manual	candidate
in plain english	manual	candidate
in words	manual	candidate
that is to say	manual	candidate
this is to say	manual	candidate
which is to say	manual	candidate
this means	manual	candidate
that means	manual	candidate
to rephrase	manual	candidate
to rephrase this	manual	candidate
to reformulate	manual	candidate
to reiterate	manual	candidate
to repeat	manual	candidate
to restate	manual	candidate
to restate this	manual	candidate
reframed	manual	candidate
reframing this	manual	candidate
rephrased	manual	candidate
viewed differently	manual	candidate
viewed this way	manual	candidate
viewed in this way	manual	candidate
viewed in this light	manual	candidate
seen this way	manual	candidate
seen in this way	manual	candidate
seen in this light	manual	candidate
seen differently	manual	candidate
seen from this angle	manual	candidate

"""Text that is hard on a sentence splitter, for property tests."""

from hypothesis import strategies as st

WHITE = [" ", " ", " ", "  ", "\n", "\t", "\xa0", "\u2009", "\u3000", "\x1c", "\x85", "\x00", "\x0e"]
PIECES = r"""
. . . . ? ! … .. ... . . ?! , ; : ) ( ] [ } { " ' ” “ ’ ‘ ¹² – - / % $ ° µ é Å Δ ß ﬁ 中 😀 İ K
a A b I S x p E. J.R. 1 2 12 2.3 0.5 1998 12) (i) (ii) i iv III (1) (12, 13) [12] [1, 2] (Xu, 2020) (2008)
al etc e.g i.e cf vs Fig fig Eq Sec no No p pp min ph.d U.S s.e.m Dr al. etc. e.g. Fig. no. REF FORMULA S1
The the We we In This However however therefore https mRNA let-7 unc-13 p53 cells Proposed overfits text-based
children Mesp eLife www.x.org 10. 07296Onl Resuspend cells) data] “Corp” group vitamin of by and in
"""
FRAGMENTS = [*PIECES.split(), *WHITE]

hostile_text = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=40).map(" ".join),
    st.text(max_size=80),
    st.text(alphabet=".?! aAbB1()[]\"'”“,-\n", max_size=60),
)

"""Exact plans in which every two meet equally often, a letter a person, a line a round.

Affine planes for 9, 16 and 25; Kirkman's schoolgirls for 15; the others are found by turning one
round through all the others. A test counts the meetings.
"""

from __future__ import annotations

import string

LETTERS = string.ascii_uppercase + string.ascii_lowercase

Tables = tuple[tuple[int, ...], ...]

DESIGNS = {  # (people, table size)
    (5, 4): """
        BCDE
        ACDE
        ABDE
        ABCE
        ABCD
    """,
    (8, 4): """
        ABDG CEFH
        ABCE DFGH
        AEGH BCDF
        ABFH CDEG
        ADEF BCGH
        ACDH BEFG
        ACFG BDEH
    """,
    (9, 3): """
        ABC DEF GHI
        ADG BEH CFI
        AEI BFG CDH
        AFH BDI CEG
    """,
    (12, 4): """
        AGJK BDHL CEFI
        ABHK CEIL DFGJ
        ABCI DFJL EGHK
        AFHI BCDJ EGKL
        AFHL BGIJ CDEK
        ADEF BGIL CHJK
        ADIK BEFG CHJL
        ABEJ CFGH DIKL
        AEJL BCFK DGHI
        ACDG BFKL EHIJ
        ACGL BDEH FIJK
    """,
    (15, 3): """
        ACK BIO DGM EFJ HLN
        AEN BDL CJO FGK HIM
        AGL BFH CEM DKO IJN
        ABM CGI DFN ELO HJK
        ADJ BCN EGH FMO IKL
        AFI BEK CDH GNO JLM
        AHO BGJ CFL DEI KMN
    """,
    (16, 4): """
        ABCD EFGH IJKL MNOP
        AEIM BFJN CGKO DHLP
        AFKP BELO CHIN DGJM
        AGLN BHKM CEJP DFIO
        AHJO BGIP CFLM DEKN
    """,
    (25, 5): """
        ABCDE FGHIJ KLMNO PQRST UVWXY
        AFKPU BGLQV CHMRW DINSX EJOTY
        AGMSY BHNTU CIOPV DJKQW EFLRX
        AHOQX BIKRY CJLSU DFMTV EGNPW
        AILTW BJMPX CFNQY DGORU EHKSV
        AJNRV BFOSW CGKTX DHLPY EIMQU
    """,
    (28, 4): """
        ARTb BIMN CHXY DGVa EFLO JQWZ KPSU
        ACNO BJUb DIYZ EHSW FGMP KRXa LQTV
        AEZa BDOP CKVb FITX GHNQ JLSY MRUW
        AGUY BFSa CEPQ DLWb HIOR JNVX KMTZ
        AIJP BHVZ CGST DFQR EMXb KOWY LNUa
        ABKQ CIWa DHTU EGJR FNYb LPXZ MOSV
        ADSX BCLR EIUV FHJK GOZb MQYa NPTW
        AFVW BETY CDJM GIKL HPab NRSZ OQUX
        AHLM BGWX CFUZ DEKN IQSb JOTa PRVY
    """,
}


def exact(people: int, size: int) -> tuple[Tables, ...]:
    """The rounds of the design, people numbered from 0; whoever is in no table rests."""
    return tuple(
        tuple(tuple(LETTERS.index(letter) for letter in table) for table in line.split())
        for line in DESIGNS[people, size].split("\n")
        if line.strip()
    )


def circle(people: int) -> tuple[Tables, ...]:
    """Everybody meets everybody once at tables of two: one stays, the others move on by a chair.

    If their number is odd, one rests every round.
    """
    chairs = people + people % 2
    return tuple(
        tuple(pair for pair in _facing(round, chairs) if max(pair) < people)
        for round in range(chairs - 1)
    )


def _facing(round: int, chairs: int) -> list[tuple[int, int]]:
    turning = chairs - 1
    pairs = [(round, turning)]
    for step in range(1, chairs // 2):
        pairs.append(((round + step) % turning, (round - step) % turning))
    return pairs

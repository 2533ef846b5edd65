"""The English words that numerals are made of."""

from __future__ import annotations

ONES = {
    word: value
    for value, words in enumerate(
        ("zero nought naught", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
         "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
    )
    for word in words.split()
}  # fmt: skip
TENS = {
    word: 10 * value
    for value, words in enumerate(
        ("twenty", "thirty", "forty fourty", "fifty", "sixty", "seventy", "eighty", "ninety"), start=2
    )
    for word in words.split()
}
SCALES = {"thousand": 3, "lakh": 5, "lac": 5, "million": 6, "crore": 7, "billion": 9, "trillion": 12, "quadrillion": 15}
_ORDINAL_ONES = {
    word: value
    for value, words in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth nineth", "tenth",
         "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
         "nineteenth"),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
_ORDINAL_TENS = {word[:-1] + "ieth": value for word, value in TENS.items()}
ORDINAL_SCALES = {"hundredth": 2, **{word + "th": power for word, power in SCALES.items()}}
ORDINALS = {
    **_ORDINAL_ONES,
    **_ORDINAL_TENS,
    **{word: 10**power for word, power in ORDINAL_SCALES.items()},
}
PARTS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}
DOZENS = frozenset({"dozen", "dozens", "doz", "dozs", "dz", "dzs"})
#: What a numeral may begin with.
FIRST = frozenset({*ONES, *TENS, *ORDINALS, "hundred", "half", "quarter", "a", "an"})
#: All of them, with the small words that join them.
KNOWN = frozenset(
    {*ONES, *TENS, *SCALES, *ORDINALS, *PARTS, *DOZENS, *(word + "s" for word in [*ORDINALS, *SCALES])}
    | {"hundred", "a", "an", "and", "point", "over", "out", "of", "in"}
)

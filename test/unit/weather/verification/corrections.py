"""Works out corrections from the formulas, as an independent program that keeps every error instead of a state.

Usage: python3 corrections.py < {"errors": [[error, cases]], "coverages": [[coverage, cases]]} as JSON > corrections as JSON
"""

import json
import sys
from statistics import NormalDist


def decayed(values, counts, rate):
    """The mean of what came before, of which the newest weighs max(rate, its share of all cases so far)."""
    weights = []
    total = 0
    for count in counts:
        total += count
        newest = max(rate, count / total)
        weights = [one * (1 - newest) for one in weights] + [newest]
    return sum(one * value for one, value in zip(weights, values))


def limited(value):
    return sorted([-6, value, 6])[1]


def corrections(errors):
    """After each error, the correction. The advice of each expert is that before the error was known."""
    values = [error for error, _ in errors]
    counts = [cases for _, cases in errors]
    rates = [0.03, 0.05, 0.1, 0.2]
    advice = {rate: [0] for rate in rates}
    for rate in rates:
        for end in range(1, len(errors) + 1):
            cases = sum(counts[:end])
            advice[rate].append(limited(decayed(values[:end], counts[:end], rate) * cases / (cases + 10)))
    advice['none'] = [0] * (len(errors) + 1)
    result = []
    for end in range(1, len(errors) + 1):
        above = below = 0
        for advised in advice.values():
            left = [abs(error - one) for error, one in zip(values[:end], advised)]
            weight = 1 / decayed(left, counts[:end], 0.05) ** 2
            above += weight * advised[end]
            below += weight
        result.append(above / below if sum(counts[:end]) >= 10 else 0)
    return result


def widening(coverage, cases):
    if coverage >= 0.75:
        return 1
    normal = NormalDist()
    factor = normal.inv_cdf(0.9) / normal.inv_cdf((1 + coverage) / 2)
    return min(2, 1 + (factor - 1) * cases / (cases + 300))


def main():
    given = json.load(sys.stdin)
    json.dump({
        'corrections': [corrections(errors) for errors in given['errors']],
        'widenings': [widening(*one) for one in given['coverages']],
    }, sys.stdout)


main()

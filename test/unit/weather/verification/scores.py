"""Works out scores from their textbook definitions, case by case, as an independent program.

Usage: python3 scores.py < made cases as JSON > the scores as JSON
"""

import json
import math
import statistics
import sys


def mean(values):
    return sum(values) / len(values)


def errors(pairs):
    differences = [forecast - observed for forecast, observed in pairs]
    return {
        'bias': mean(differences),
        'mae': mean([abs(one) for one in differences]),
        'rmse': math.sqrt(mean([one * one for one in differences])),
    }


def vectors(pairs):
    squares = [(fu - ou) ** 2 + (fv - ov) ** 2 for fu, fv, ou, ov in pairs]
    return {'mae': mean([math.sqrt(one) for one in squares]), 'rmse': math.sqrt(mean(squares))}


def probability(cases):
    bins = [[] for _ in range(10)]
    for percent, happened in cases:
        bins[min(percent // 10, 9)].append((percent / 100, happened))
    return {
        'brier': mean([(percent / 100 - happened) ** 2 for percent, happened in cases]),
        'bins': [[len(one), mean([p for p, _ in one]) if one else None, mean([o for _, o in one]) if one else None]
                 for one in bins],
    }


def quantile_crps(shares, values, observed):
    scores = [(observed - value) * (share - (1 if observed < value else 0)) for share, value in zip(shares, values)]
    return 2 * mean(scores)


def mulberry32(state):
    while True:
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        mixed = ((state ^ state >> 15) * (1 | state)) & 0xFFFFFFFF
        mixed ^= (mixed + (mixed ^ mixed >> 7) * (61 | mixed)) & 0xFFFFFFFF
        yield (mixed ^ mixed >> 14) / 2 ** 32


def interval(days):
    """Draws days with replacement, each with all of its cases: the same ones in each process."""
    draw = mulberry32(20261128 + len(days))
    means = []
    for _ in range(500):
        chosen = [days[int(next(draw) * len(days))] for _ in days]
        means.append(sum(day['sum'] for day in chosen) / sum(day['cases'] for day in chosen))
    means.sort()
    quantiles = statistics.quantiles(means, n=40, method='inclusive')
    return {'low': quantiles[0], 'high': quantiles[-1]}


def main():
    given = json.load(sys.stdin)
    json.dump({
        'errors': errors(given['pairs']),
        'vectors': vectors(given['vectors']),
        'probability': probability(given['probabilities']),
        'quantileCrps': [quantile_crps([0.1, 0.5, 0.9], values, observed) for values, observed in given['quantiles']],
        'interval': interval(given['days']),
    }, sys.stdout)


main()

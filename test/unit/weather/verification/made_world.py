"""Scores and corrects a made world of stations, as an independent program.

Usage: python3 made_world.py WORLD < {"stations", "days", "leads", "sources"} as JSON > results as JSON

WORLD has whole tenths of a degree, as 16-bit integers: of each day first what was observed, then of each lead (hours from
the issue to the start of the day) what each source forecast, the last source being the one that is corrected; each as
[hour][station], with -32768 for no value.
"""

import array
import json
import sys

NONE = -32768
BINS = [(0, 6), (6, 12), (12, 24), (24, 48), (48, 72), (72, 96), (96, 121)]
RATES = [0.03, 0.05, 0.1, 0.2]


def bin_of(lead):
    return next(i for i, (start, end) in enumerate(BINS) if start <= lead < end)


class Bias:
    """The errors of a station for a day ahead and three hours of the day."""

    def __init__(self):
        self.cases = 0
        self.means = [0.0] * 4
        self.left = [0.0] * 5

    def advice(self):
        shrink = self.cases / (self.cases + 10)
        return [max(-6.0, min(6.0, mean * shrink)) for mean in self.means] + [0.0]

    def correction(self):
        if self.cases < 10:
            return 0.0
        weights = [1 / max(left, 0.01) ** 2 for left in self.left]
        return sum(w * a for w, a in zip(weights, self.advice())) / sum(weights)

    def learn(self, error, cases):
        newest = cases / (self.cases + cases)
        rate = max(0.05, newest)
        self.left = [old + rate * (abs(error - a) - old) for old, a in zip(self.left, self.advice())]
        self.means = [old + max(r, newest) * (error - old) for old, r in zip(self.means, RATES)]
        self.cases += cases


def main():
    given = json.load(sys.stdin)
    stations, leads, sources = given['stations'], given['leads'], given['sources']
    scores = [[[0, 0, 0, 0] for _ in BINS] for _ in sources]
    biases = [[[Bias() for _ in range(8)] for _ in range(5)] for _ in range(stations)]
    none = [[[0.0] * 8 for _ in range(5)] for _ in range(stations)]
    known = {}
    raw = [0] * stations
    corrected = [0.0] * stations
    with open(sys.argv[1], 'rb') as world:
        def hours():
            values = array.array('h')
            values.fromfile(world, 24 * stations)
            return [values[hour * stations:(hour + 1) * stations] for hour in range(24)]

        for day in range(given['days']):
            truth = hours()
            errors = {}
            for lead in leads:
                correct = known.get((24 * day - lead) // 24 - 1, none)
                for source in range(len(sources)):
                    forecast = hours()
                    for hour in range(max(0, -lead), 24):
                        if forecast[hour][0] == NONE:
                            continue
                        some = [f - t for f, t in zip(forecast[hour], truth[hour])]
                        sums = scores[source][bin_of(lead + hour)]
                        sums[0] += stations
                        sums[1] += sum(some)
                        sums[2] += sum(map(abs, some))
                        sums[3] += sum(e * e for e in some)
                        if source == len(sources) - 1:
                            ahead, part = min((lead + hour) // 24, 4), hour // 3
                            errors.setdefault((ahead, part), []).append(some)
                            raw = [r + abs(e) for r, e in zip(raw, some)]
                            corrected = [c + abs(e / 10 - s[ahead][part])
                                         for c, e, s in zip(corrected, some, correct)]
            for (ahead, part), some in errors.items():
                for station, of_station in enumerate(zip(*some)):
                    biases[station][ahead][part].learn(sum(of_station) / len(of_station) / 10, len(of_station))
            known[day] = [[[bias.correction() for bias in ahead] for ahead in station] for station in biases]
            known.pop(day - 7, None)
    json.dump({
        'scores': scores,
        'gains': [10 * c / r for c, r in zip(corrected, raw)],
        'corrections': known[given['days'] - 1],
    }, sys.stdout)


main()

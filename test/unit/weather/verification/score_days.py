"""Scores made forecasts case by case, as an independent program: it keeps no sums, but lists of errors.

Usage: python3 score_days.py < {"days": [{"observed", "earlier", "forecasts", "climatology"}]} as JSON > scores as JSON
"""

import json
import math
import sys

NONE = -32768
BINS = [(0, 6), (6, 12), (12, 24), (24, 48), (48, 72), (72, 96), (96, 120)]
FORECAST = ['temperature', 'dewPoint', 'windSpeed', 'windDirection', 'pressure', 'probability', 'p10', 'p50', 'p90']
OBSERVED = ['temperature', 'dewPoint', 'windSpeed', 'windDirection', 'pressure', 'wet']


def lead_bin(lead):
    if lead < 0 or lead > 120 or (lead > 48 and lead % 3):
        return None
    return next((i for i, (_, end) in enumerate(BINS) if lead < end), 6)


def value(values, names, station, name, hour):
    found = values[station * len(names) * 24 + names.index(name) * 24 + hour]
    return None if found == NONE else found


def vector(values, names, station, hour):
    speed = value(values, names, station, 'windSpeed', hour)
    direction = value(values, names, station, 'windDirection', hour)
    if speed == 0:
        return 0.0, 0.0
    if speed is None or direction is None:
        return None
    angle = math.radians(direction)
    return -speed * math.sin(angle) / 10, -speed * math.cos(angle) / 10


def get(field, values, names, station, hour):
    if field == 'wind':
        return vector(values, names, station, hour)
    found = value(values, names, station, field, hour)
    return None if found is None else found / 10


def cases_of(field, day, station):
    """By lead bin, the cases: what was observed, what each source forecast, and what is usual."""
    bins = [[] for _ in BINS]
    issues = sorted({one['leadHours'] for one in day['forecasts']})
    for lead in issues:
        for hour in range(24):
            at = lead_bin(lead + hour)
            truth = get(field, day['observed'], OBSERVED, station, hour)
            if at is None or truth is None:
                continue
            case = {}
            for one in day['forecasts']:
                if one['leadHours'] == lead:
                    found = get(field, one['values'], FORECAST, station, hour)
                    if found is not None:
                        case[one['source']] = found
            # The last full day before the issue, counted back from the day that is scored.
            issued_days_before = math.ceil(lead / 24)
            earlier = day['earlier'].get(str(issued_days_before + 1))
            if earlier:
                found = get(field, earlier, OBSERVED, station, hour)
                if found is not None:
                    case['persistence'] = found
            bins[at].append((truth, case, get(field, day['climatology'], FORECAST, station, hour)))
    return bins


def main():
    given = json.load(sys.stdin)
    result = {}
    for field in ['temperature', 'windSpeed', 'wind']:
        errors = {}
        for day in given['days']:
            for station in range(given['stations']):
                for at, cases in enumerate(cases_of(field, day, station)):
                    counts = {}
                    for _, case, _ in cases:
                        for source in case:
                            counts[source] = counts.get(source, 0) + 1
                    most = max(counts.values(), default=0)
                    compared = {source for source, count in counts.items() if 2 * count >= most}
                    # Averages are compared with the others, if there is one for all that was observed.
                    has_usual = all(usual is not None for _, _, usual in cases)
                    for truth, case, usual in cases:
                        if compared and compared <= case.keys():
                            if has_usual:
                                case['climatology'] = usual
                            for source in compared | ({'climatology'} if has_usual else set()):
                                key = f'{source} {at}'
                                if field == 'wind':
                                    error = math.hypot(case[source][0] - truth[0], case[source][1] - truth[1])
                                else:
                                    error = case[source] - truth
                                errors.setdefault(key, []).append(error)
        result[field] = {
            key: [
                len(some),
                sum(some) / len(some),
                sum(abs(one) for one in some) / len(some),
                math.sqrt(sum(one * one for one in some) / len(some)),
            ]
            for key, some in errors.items()
        }
    json.dump(result, sys.stdout)


main()

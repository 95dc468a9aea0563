"""Combines station reports with a model, as an independent program.

Usage: python3 combine.py < one JSON object a line > the expected values of each, a line for each

A case has the model's values now ("model") and at the station and the time of the report ("there"), the report
("report", null where nothing was measured), and how far it is: "km", "minutes", and "rise" in meters up to the place.
Written from the formula value(t) = model(t) + exp(-age / tau) exp(-(d / 50 km)^2) exp(-(dz / 150 m)^2) (observed - there).
"""

import cmath
import json
import math
import sys

TAU_MINUTES = {'temperature': 180, 'dewPoint': 180, 'pressureSurfaceLevel': 180, 'windSpeed': 90}


def vapour(celsius):
    return 6.1094 * math.exp(17.625 * celsius / (243.04 + celsius))


def toward(speed, direction):
    """The wind as a complex number, where it blows to: east + i north."""
    return cmath.rect(speed, math.radians(270 - direction))


def combine(case):
    model, there, report = case['model'], case['there'], case['report']
    km, minutes, rise = case['km'], case['minutes'], case['rise']
    same = km <= 2 and minutes <= 20 and abs(rise) <= 30
    near = km <= 25 and minutes <= 60
    values, origins = dict(model), {name: 'model' for name in model}

    def weight(name):
        return math.exp(-minutes / TAU_MINUTES[name]) * math.exp(-((km / 50) ** 2)) * math.exp(-((rise / 150) ** 2))

    def put(name, value, origin):
        values[name], origins[name] = value, origin

    carried = 'observed' if same else 'adjusted'
    for name in TAU_MINUTES:
        if report[name] is None:
            continue
        put(name, report[name] if same else model[name] + weight(name) * (report[name] - there[name]), carried)
    if values['dewPoint'] > values['temperature']:
        put('dewPoint', values['temperature'], 'adjusted')
    values['windSpeed'] = max(0, values['windSpeed'])

    if report['windSpeed'] is not None and not (report['windDirection'] is None and report['windSpeed'] > 0):
        if math.floor(10 * values['windSpeed'] + 0.5) == 0:
            put('windDirection', 0, carried)
        elif same:
            put('windDirection', report['windDirection'], carried)
        else:
            measured = toward(report['windSpeed'], report['windDirection'] or 0)
            wind = toward(model['windSpeed'], model['windDirection']) + weight('windSpeed') * (
                measured - toward(there['windSpeed'], there['windDirection'])
            )
            put('windDirection', (270 - math.degrees(cmath.phase(wind))) % 360, carried)
    elif report['windSpeed'] is not None and math.floor(10 * values['windSpeed'] + 0.5) == 0:
        put('windDirection', 0, carried)

    for name in ('windGust', 'cloudCover', 'visibility'):
        if near and report[name] is not None:
            put(name, report[name], carried)
    if values['windGust'] < values['windSpeed']:
        both = {origins['windGust'], origins['windSpeed']}
        put('windGust', values['windSpeed'], both.pop() if len(both) == 1 else 'adjusted')

    air = [origins[name] for name in ('temperature', 'dewPoint')]
    if air != ['model', 'model']:
        humidity = min(100, 100 * vapour(values['dewPoint']) / vapour(values['temperature']))
        put('humidity', humidity, air[0] if air[0] == air[1] else 'adjusted')
    felt = [origins[name] for name in ('temperature', 'humidity', 'windSpeed')]
    if felt != ['model'] * 3:
        pressure = values['humidity'] / 100 * vapour(values['temperature'])
        value = values['temperature'] + 0.33 * pressure - 0.7 * values['windSpeed'] - 4
        put('temperatureApparent', value, felt[0] if len(set(felt)) == 1 else 'adjusted')
    names = list(TAU_MINUTES) + ['windDirection', 'windGust', 'humidity', 'temperatureApparent', 'visibility', 'cloudCover']
    return {name: [values[name], origins[name]] for name in names}


for line in sys.stdin:
    print(json.dumps(combine(json.loads(line))))

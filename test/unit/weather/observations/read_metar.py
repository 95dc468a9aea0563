"""Reads the raw reports of a METAR cache, as an independent program: nothing but the text of each report is used.

Usage: python3 read_metar.py FILE > one JSON object a line, in the order of the file's rows
"""

import gzip
import json
import re
import sys

COVER = {'FEW': 18.75, 'SCT': 43.75, 'BKN': 75, 'OVC': 100, 'VV': 100}
CLEAR = {'CLR', 'SKC', 'NSC', 'NCD', 'CAVOK'}
KNOT = 0.514444


def celsius(word):
    return -int(word[1:]) if word.startswith('M') else int(word)


def tenths(group):
    return (-1 if group[0] == '1' else 1) * int(group[1:]) / 10


def miles(words, place):
    """`10SM`, `M1/4SM`, `1 1/2SM`: statute miles, and how many words they take."""
    match = re.fullmatch(r'[MP]?(\d+)(?:/(\d+))?SM', words[place])
    if match:
        return int(match[1]) / int(match[2] or 1), 1
    if place + 1 < len(words) and re.fullmatch(r'\d', words[place]):
        match = re.fullmatch(r'(\d+)/(\d+)SM', words[place + 1])
        if match:
            return int(words[place]) + int(match[1]) / int(match[2]), 2
    return None


def read(report):
    body, _, remarks = report.partition(' RMK')
    body = re.split(r' (?:TEMPO|BECMG|NOSIG)\b', body)[0]
    words = body.replace('=', '').split()
    out = dict.fromkeys(('temperature', 'dewPoint', 'windSpeed', 'windDirection', 'windGust', 'qnh', 'visibility', 'cover'))
    covers = []
    place = 0
    while place < len(words):
        word = words[place]
        wind = re.fullmatch(r'(\d{3}|VRB)P?(\d{2,3})(?:G(\d{2,3}))?(KT|MPS|KMH)', word)
        temperature = re.fullmatch(r'(M?\d{2})/(M?\d{2})?', word)
        pressure = re.fullmatch(r'([AQ])(\d{4})', word)
        cover = re.match(r'(FEW|SCT|BKN|OVC|VV)(?=\d|/|$)', word)
        distance = miles(words, place)
        if wind and out['windSpeed'] is None:
            unit = {'KT': KNOT, 'MPS': 1, 'KMH': 1 / 3.6}[wind[4]]
            out['windSpeed'] = int(wind[2]) * unit
            out['windGust'] = int(wind[3]) * unit if wind[3] else None
            if wind[1] not in ('VRB', '000') and int(wind[2]) > 0:
                out['windDirection'] = int(wind[1]) % 360
        elif temperature and out['temperature'] is None:
            out['temperature'] = celsius(temperature[1])
            out['dewPoint'] = celsius(temperature[2]) if temperature[2] else None
        elif pressure and out['qnh'] is None:
            out['qnh'] = int(pressure[2]) * (0.3386389 if pressure[1] == 'A' else 1)
        elif word in CLEAR:
            covers.append(0)
            if word == 'CAVOK':
                out['visibility'] = 10
        elif cover:
            covers.append(COVER[cover[1]])
        elif distance and out['visibility'] is None:
            out['visibility'] = distance[0] * 1.609344
            place += distance[1] - 1
        elif re.fullmatch(r'\d{4}(NDV)?', word) and out['visibility'] is None and place > 1:
            out['visibility'] = 10 if word.startswith('9999') else int(word[:4]) / 1000
        place += 1
    exact = re.search(r'\bT([01]\d{3})([01]\d{3})?\b', remarks)
    if exact:
        out['temperature'] = tenths(exact[1])
        if exact[2]:
            out['dewPoint'] = tenths(exact[2])
    out['cover'] = max(covers) if covers else None
    return out


def main(path):
    with open(path, 'rb') as file:
        content = file.read()
    if content[:2] == b'\x1f\x8b':
        content = gzip.decompress(content)
    lines = content.decode().splitlines()
    header = next(i for i, line in enumerate(lines) if line.startswith('raw_text,'))
    for line in lines[header + 1:]:
        if line.strip():
            report = line[1:line.index('"', 1)] if line.startswith('"') else line.split(',')[0]
            print(json.dumps({'report': report, **read(report)}))


main(sys.argv[1])

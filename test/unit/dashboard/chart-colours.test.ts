import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { COLOURS, SHAPES } from '../../../src/dashboard/web/ui/chart/series.js';

/** How people see linear RGB. Severity 1.0 in Machado, Oliveira and Fernandes (2009), table 1. */
const EYES = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** A difference that is seen at a glance, as CIEDE2000: 1 is just noticeable side by side. */
const LEAST_DIFFERENCE = 12;
/** WCAG 1.4.11, for graphics. */
const LEAST_CONTRAST = 3;

const css = readFileSync('src/dashboard/web/styles.css', 'utf8');
const SCHEMES = {
  light: css.slice(css.indexOf('@theme static'), css.indexOf(':root {')),
  dark: css.slice(css.indexOf("[data-theme='dark']"), css.indexOf('@theme inline')),
};

const linear = (hex: string) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

const times = (matrix: number[][], vector: number[]) =>
  matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * vector[i], 0));

const RGB_TO_XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];

function labOf(rgb: number[]): number[] {
  const [x, y, z] = times(
    RGB_TO_XYZ,
    rgb.map((value) => Math.min(1, Math.max(0, value))),
  ).map((value, i) => {
    const share = value / WHITE[i];
    return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);

/** CIEDE2000, after Sharma, Wu and Dalal (2005). */
function difference([l1, a1, b1]: number[], [l2, a2, b2]: number[]): number {
  const seventh = (value: number) => Math.sqrt(value ** 7 / (value ** 7 + 25 ** 7));
  const g = 1 + (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2)) / 2;
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  const hueOf = (a: number, b: number) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  const [h1, h2] = [hueOf(a1 * g, b1), hueOf(a2 * g, b2)];
  const isGray = c1 * c2 === 0;
  const turn = isGray ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const hue = isGray ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
  const [lightness, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63);
  const dl = (l2 - l1) / (1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * chroma);
  const dh = (2 * Math.sqrt(c1 * c2) * sin(turn / 2)) / (1 + 0.015 * chroma * t);
  const rotation = -2 * seventh(chroma) * sin(60 * Math.exp(-(((hue - 275) / 25) ** 2)));
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

function contrast(one: string, other: string): number {
  const [light, dark] = [one, other].map((hex) => times(RGB_TO_XYZ, linear(hex))[1]).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

// Pairs 1, 4, 7 and 17 of the paper's table of test data.
test.each([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1.0],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
])('the difference of %p and %p is %d', (one, other, expected) => {
  expect(difference(one, other)).toBeCloseTo(expected, 4);
});

describe.each(Object.entries(SCHEMES))('in the %s scheme', (_scheme, declared) => {
  const colourOf = (name: string) => new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(declared)![1];
  const names = [...declared.matchAll(/--color-(chart-[\w-]+):/g)].map(([, name]) => name);

  test('every color of a series is declared, with a dash, a pattern and a mark of its own', () => {
    expect(names.sort()).toEqual(Object.keys(SHAPES).sort());
    expect([...COLOURS, 'chart-rest'].sort()).toEqual(names);
    for (const part of ['dash', 'pattern', 'mark'] as const)
      expect(new Set(Object.values(SHAPES).map((shape) => String(shape[part]))).size).toBe(names.length);
  });

  test.each(Object.entries(EYES))('any two colors of series differ for people with %s', (_eyes, matrix) => {
    const seen = names.map((name) => labOf(times(matrix, linear(colourOf(name)))));
    const alike = names.flatMap((one, i) =>
      names
        .slice(0, i)
        .map((other, j) => `${other} and ${one}: ${difference(seen[i], seen[j]).toFixed(1)}`)
        .filter((text) => Number(text.split(': ')[1]) < LEAST_DIFFERENCE),
    );
    expect(alike).toEqual([]);
  });

  test('every color stands out from what is behind it', () => {
    const pairs = [
      ...names.map((name) => [name, 'surface']),
      ...['chart-6', 'accent'].flatMap((name) => [
        [name, 'map-sea'],
        [name, 'map-land'],
      ]),
      ...['success', 'warning', 'danger', 'accent'].flatMap((name) => [
        [name, 'surface'],
        [name, `${name}-soft`],
      ]),
    ];
    const faint = pairs.filter(
      ([name, ground]) => contrast(colourOf(name), colourOf(ground)) < LEAST_CONTRAST,
    );
    expect(faint).toEqual([]);
  });
});

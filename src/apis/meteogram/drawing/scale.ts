/** Round distances between grid lines, as multiples of a power of ten. */
const ROUND_STEPS = [1, 2, 5, 10];

/** Maps values to y coordinates. */
export interface Scale {
  low: number;
  high: number;
  /** The values of the grid lines, from the lowest one. */
  marks: number[];
  y: (value: number) => number;
}

/**
 * A scale with round bounds around some values.
 *
 * @param least the minimum distance between the bounds
 * @param lines the maximum number of grid lines
 */
export function roundScale(
  values: Float64Array[],
  {
    top,
    height,
    least,
    lines,
    from,
  }: { top: number; height: number; least: number; lines: number; from?: number },
): Scale {
  const [lowest, highest] = bounds(values, from);
  const missing = Math.max(0, least - (highest - lowest)) / (from === undefined ? 2 : 1);
  const step = roundStep((Math.max(highest - lowest, least) * 1.02) / (lines - 1));
  const low = from ?? Math.floor((lowest - missing) / step) * step;
  const high = Math.ceil((highest + missing) / step) * step;
  const count = Math.round((high - low) / step);
  return {
    low,
    high,
    marks: Array.from({ length: count + 1 }, (_, i) => low + i * step),
    y: (value) => top + height * (1 - (value - low) / (high - low)),
  };
}

function bounds(series: Float64Array[], from: number | undefined): [number, number] {
  const given = series.flatMap((values) => [...values].filter((value) => !Number.isNaN(value)));
  if (from !== undefined) given.push(from);
  return given.length === 0 ? [0, 0] : [Math.min(...given), Math.max(...given)];
}

function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ROUND_STEPS.find((round) => power * round >= step * 0.999)!;
}

/** Formats a value with as few decimals as distinguish the marks of a scale. */
export function markText(value: number, { marks }: Scale): string {
  if (value === 0) return '0';
  const step = marks.length > 1 ? marks[1] - marks[0] : 1;
  const decimals = [0, 1, 2, 3].find(
    (count) => Math.abs(step * 10 ** count - Math.round(step * 10 ** count)) < 1e-6,
  );
  return signed(value.toFixed(decimals));
}

/** Replaces a hyphen by a minus sign, which is as wide as a plus. */
export function signed(text: string): string {
  const isZero = Number(text) === 0;
  return isZero ? text.replace('-', '') : text.replace('-', '−');
}

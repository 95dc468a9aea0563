import { HOUR_MS } from '../../../../core/time/index.js';
import { type Chart, type Panel, UNIT_LABELS } from '../chart.js';
import { gridLines, panelTitle, TITLE_HEIGHT } from '../grid.js';
import type { Scale } from '../scale.js';
import { element, type Markup } from '../svg.js';
import { textAt, TEXT_SIZE, widthOf } from '../texts.js';
import { isFrozen } from '../weather-words.js';

const AMOUNTS_HEIGHT = 16;
const PLOT_HEIGHT = 54;
/** The maximum values that a scale may have, so that drizzle looks like drizzle. */
const HIGHEST = {
  metric: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  imperial: [0.04, 0.1, 0.2, 0.4, 1, 2, 4, 8, 20],
};
const DECIMALS = { metric: 1, imperial: 2 };
const PATTERN = 'meteogram-frozen';

/** A bar for each hour, with the sum of each slot above. */
export function precipitationPanel(chart: Chart): Panel {
  const { axis, paint, series, units } = chart;
  const amounts = series.values('precipitationIntensity');
  const codes = series.values('weatherCode');
  return {
    name: 'precipitation',
    height: TITLE_HEIGHT + AMOUNTS_HEIGHT + PLOT_HEIGHT,
    draw: (top) => {
      const base = top + TITLE_HEIGHT + AMOUNTS_HEIGHT + PLOT_HEIGHT;
      const scale = scaleOf(amounts, HIGHEST[units], base);
      const bars = series.timesMs.flatMap((timeMs, i) =>
        timeMs < axis.endMs && amounts[i] > 0
          ? [bar(chart, scale, timeMs, amounts[i], isFrozen(codes[i]))]
          : [],
      );
      const hasFrozen = series.timesMs.some((_, i) => amounts[i] > 0 && isFrozen(codes[i]));
      return [
        panelTitle(chart, top, `Precipitation ${UNIT_LABELS[units].precipitation}`),
        ...(hasFrozen ? frozenPattern(chart) : []),
        ...(hasFrozen ? legend(chart, top) : []),
        ...gridLines(chart, scale),
        element('g', { id: 'precipitation' }, ...bars),
        ...axis.slots.flatMap((slot) => {
          const sum = series.within(slot, 'precipitationIntensity').reduce((all, amount) => all + amount, 0);
          const text = sum >= 99.95 ? sum.toFixed(0) : sum.toFixed(DECIMALS[units]);
          if (Number(text) === 0) return [];
          const y = top + TITLE_HEIGHT + TEXT_SIZE;
          return [
            textAt(paint, axis.middle(slot), y, text, { colour: 'rain', bold: true, anchor: 'middle' }),
          ];
        }),
      ];
    },
  };
}

function scaleOf(amounts: Float64Array, highest: readonly number[], base: number): Scale {
  const most = Math.max(0, ...amounts.filter((amount) => !Number.isNaN(amount)));
  const high = highest.find((value) => value >= most) ?? most;
  return { low: 0, high, marks: [0, high / 2, high], y: (value) => base - (PLOT_HEIGHT * value) / high };
}

function bar({ axis, paint }: Chart, { y }: Scale, timeMs: number, amount: number, frozen: boolean): Markup {
  const gap = Math.min(1, axis.hourPixels * 0.15);
  return element('rect', {
    x: axis.x(timeMs) + gap / 2,
    y: y(amount),
    width: axis.x(timeMs + HOUR_MS) - axis.x(timeMs) - gap,
    height: y(0) - y(amount),
    ...(frozen
      ? { fill: `url(#${PATTERN})`, 'stroke-width': 0.75, ...paint.of({ stroke: 'rain' }) }
      : paint.of({ fill: 'rain' })),
  });
}

/** Stripes, since not everyone can tell colors apart. */
function frozenPattern({ paint }: Chart): Markup[] {
  const size = 4;
  const line = { x1: 0, y1: 0, x2: 0, y2: size, 'stroke-width': 2.5, ...paint.of({ stroke: 'rain' }) };
  const attributes = {
    id: PATTERN,
    width: size,
    height: size,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  };
  return [
    element(
      'pattern',
      attributes,
      element('rect', { width: size, height: size, ...paint.of({ fill: 'day' }) }),
      element('line', line),
    ),
  ];
}

function legend({ axis, paint }: Chart, top: number): Markup[] {
  const text = 'striped: snow or ice';
  const x = axis.right - 4;
  return [
    element('rect', {
      x: x - widthOf(text) - 4,
      y: top + 4,
      width: 10,
      height: 10,
      fill: `url(#${PATTERN})`,
      'stroke-width': 0.75,
      ...paint.of({ stroke: 'rain' }),
    }),
    textAt(paint, x, top + 13, text, { anchor: 'end' }),
  ];
}

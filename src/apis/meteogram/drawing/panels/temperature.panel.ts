import { type Chart, type Panel, UNIT_LABELS } from '../chart.js';
import { runsOf, smoothPath } from '../curves.js';
import { gridLines, panelTitle, TITLE_HEIGHT } from '../grid.js';
import type { Colour } from '../paint.js';
import { roundScale, type Scale, signed } from '../scale.js';
import { element, type Markup } from '../svg.js';
import { textAt, TEXT_SIZE, widthOf } from '../texts.js';

const PLOT_HEIGHT = 104;
const FREEZING = { metric: 0, imperial: 32 };
const LEAST_SPAN = { metric: 6, imperial: 12 };
/** Shorter parts of days at either end have no labels for their highest and lowest value. */
const LEAST_DAY_HOURS = 6;
const GRADIENT = 'meteogram-temperature';

interface Label {
  timeMs: number;
  value: number;
  isHighest: boolean;
}

/** The curve of the temperature, with the highest and the lowest value of each day. */
export function temperaturePanel(chart: Chart): Panel {
  const { axis, paint, series, units } = chart;
  return {
    name: 'temperature',
    height: TITLE_HEIGHT + PLOT_HEIGHT,
    draw: (top) => {
      const scale = roundScale([series.values('temperature')], {
        // Room for the labels below the lowest and above the highest point.
        top: top + TITLE_HEIGHT + TEXT_SIZE,
        height: PLOT_HEIGHT - 2 * TEXT_SIZE,
        least: LEAST_SPAN[units],
        lines: 5,
      });
      const lines = runsOf(series.points('temperature', scale, axis)).map((points) =>
        element('path', {
          d: smoothPath(points),
          fill: 'none',
          stroke: `url(#${GRADIENT})`,
          'stroke-width': 2.5,
          'stroke-linecap': 'round',
          'stroke-linejoin': 'round',
        }),
      );
      return [
        panelTitle(chart, top, `Temperature ${UNIT_LABELS[units].temperature}`),
        gradient(chart, scale, FREEZING[units]),
        ...gridLines(chart, scale),
        ...freezingLine(chart, scale, FREEZING[units]),
        element('g', { id: 'temperature' }, ...lines),
        ...labelsOf(chart, scale).map((label) => {
          const x = axis.x(label.timeMs);
          const y = scale.y(label.value) + (label.isHighest ? -6 : 6 + TEXT_SIZE * 0.75);
          const half = widthOf(textOf(label)) / 2;
          const within = Math.min(Math.max(x, axis.left + half + 4), axis.right - half);
          return textAt(paint, within, y, textOf(label), {
            colour: 'ink',
            size: 12,
            bold: true,
            anchor: 'middle',
            halo: axis.isNight(label.timeMs) ? 'night' : 'day',
          });
        }),
      ];
    },
  };
}

/** One color above freezing and another one below. */
function gradient({ axis, paint }: Chart, { y, low, high }: Scale, freezing: number): Markup {
  const [top, bottom] = [y(high), y(low)];
  const offset = Math.min(1, Math.max(0, (y(freezing) - top) / (bottom - top)));
  const stop = (colour: Colour) =>
    element('stop', { offset: String(offset), ...paint.of({ 'stop-color': colour }) });
  return element(
    'linearGradient',
    { id: GRADIENT, gradientUnits: 'userSpaceOnUse', x1: axis.left, x2: axis.left, y1: top, y2: bottom },
    stop('warm'),
    stop('cold'),
  );
}

function freezingLine({ axis, paint }: Chart, { y, low, high }: Scale, freezing: number): Markup[] {
  if (low >= freezing || high <= freezing) return [];
  const { left: x1, right: x2 } = axis;
  const line = { x1, x2, y1: y(freezing), y2: y(freezing) };
  return [element('line', { ...line, 'stroke-dasharray': '4 3', ...paint.of({ stroke: 'cold' }) })];
}

/** The most extreme values have priority; labels that would overlap others are left out. */
function labelsOf({ axis, series }: Chart, { y }: Scale): Label[] {
  const values = series.values('temperature');
  const labels = axis.days.flatMap(({ startMs, endMs }) => {
    const hours = [...values.keys()].filter(
      (i) => series.timesMs[i] >= startMs && series.timesMs[i] < endMs && !Number.isNaN(values[i]),
    );
    if (hours.length < Math.min(LEAST_DAY_HOURS, values.length)) return [];
    return [true, false].flatMap((isHighest) => {
      const sign = isHighest ? 1 : -1;
      const i = hours.reduce((best, hour) => (sign * (values[hour] - values[best]) > 0 ? hour : best));
      // If the curve continues in the same direction on the neighboring day, the extreme is just the value at midnight.
      const goesOn = [i - 1, i + 1].some((beside) => sign * (values[beside] - values[i]) > 0);
      return goesOn ? [] : [{ timeMs: series.timesMs[i], value: values[i], isHighest }];
    });
  });
  const middle = labels.reduce((sum, { value }) => sum + value / labels.length, 0);
  const shown: Label[] = [];
  for (const label of labels.toSorted((a, b) => Math.abs(b.value - middle) - Math.abs(a.value - middle))) {
    const isFree = shown.every(
      (other) =>
        Math.abs(axis.x(label.timeMs) - axis.x(other.timeMs)) > widthOf(textOf(label)) ||
        Math.abs(y(label.value) - y(other.value)) > 2 * TEXT_SIZE,
    );
    if (isFree) shown.push(label);
  }
  return shown;
}

function textOf({ value }: Label): string {
  return `${signed(String(Math.round(value)))}°`;
}

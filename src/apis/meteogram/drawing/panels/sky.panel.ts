import { HOUR_MS } from '../../../../core/time/index.js';
import { WEATHER_CODES, type WeatherCode } from '../../../../weather/meteo/index.js';
import type { Chart, Panel } from '../chart.js';
import { content, element, type Markup, shortNumber } from '../svg.js';
import { textAt } from '../texts.js';
import { SYMBOL_SIZE, weatherSymbol } from '../weather-symbols.js';
import { mostSevere } from '../weather-words.js';

const SYMBOLS_HEIGHT = 32;
const CLOUDS_HEIGHT = 16;

/** A symbol for each slot, and the cloud cover. */
export function skyPanel(chart: Chart): Panel {
  return {
    name: 'sky',
    height: SYMBOLS_HEIGHT + CLOUDS_HEIGHT,
    draw: (top) => [
      element('g', { id: 'weather' }, ...symbols(chart, top + (SYMBOLS_HEIGHT - SYMBOL_SIZE) / 2)),
      ...clouds(chart, top + SYMBOLS_HEIGHT),
    ],
  };
}

function symbols({ axis, paint, series }: Chart, top: number): Markup[] {
  return axis.slots.flatMap((slot) => {
    const code = mostSevere(series.within(slot, 'weatherCode') as WeatherCode[]);
    if (code === undefined) return [];
    const middleMs = (slot.startMs + slot.endMs) / 2;
    const place = `${shortNumber(axis.middle(slot) - SYMBOL_SIZE / 2)} ${shortNumber(top)}`;
    return [
      element(
        'g',
        { transform: `translate(${place})` },
        element('title', {}, content(WEATHER_CODES[code])),
        ...weatherSymbol(code, axis.isNight(middleMs), paint),
      ),
    ];
  });
}

/** Bars whose height is the cloud cover. */
function clouds({ axis, paint, series }: Chart, top: number): Markup[] {
  const covers = series.values('cloudCover');
  const bars = series.timesMs.flatMap((timeMs, i) => {
    if (timeMs >= axis.endMs || !(covers[i] > 0)) return [];
    const height = ((CLOUDS_HEIGHT - 4) * covers[i]) / 100;
    const width = axis.x(timeMs + HOUR_MS) - axis.x(timeMs) + 0.3;
    const y = top + CLOUDS_HEIGHT - 2 - height;
    return [element('rect', { x: axis.x(timeMs), y, width, height, ...paint.of({ fill: 'cloud' }) })];
  });
  const base = top + CLOUDS_HEIGHT - 2;
  return [
    textAt(paint, axis.left - 5, base - 2, 'Clouds', { anchor: 'end' }),
    element('g', { id: 'cloudCover' }, ...bars),
    element('line', { x1: axis.left, x2: axis.right, y1: base, y2: base, ...paint.of({ stroke: 'grid' }) }),
  ];
}

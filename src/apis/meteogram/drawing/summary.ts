import { HOUR_MS } from '../../../core/time/index.js';
import { localText } from './calendar.js';
import { UNIT_LABELS } from './chart.js';
import type { Meteogram } from './meteogram.types.js';

const DECIMALS = { metric: 1, imperial: 2 };

/** Describes the image in words, for people who cannot see it. */
export function summaryOf({ series, startMs, endMs, timeZone, units }: Meteogram): string {
  const span = { startMs, endMs };
  const unit = UNIT_LABELS[units];
  const of = (name: string) => series.within(span, name);
  const [temperatures, amounts, winds, gusts] = [
    of('temperature'),
    of('precipitationIntensity'),
    of('windSpeed'),
    of('windGust'),
  ];
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  return [
    `From ${localText(startMs, timeZone)} to ${localText(endMs, timeZone)}, ${timeZone.name}.`,
    ...(temperatures.length > 0
      ? [`Temperature from ${Math.min(...temperatures)} to ${Math.max(...temperatures)} ${unit.temperature}.`]
      : []),
    ...(amounts.length > 0 ? [`Precipitation ${sum.toFixed(DECIMALS[units])} ${unit.precipitation}.`] : []),
    ...(winds.length > 0 ? [`Wind up to ${Math.max(...winds)} ${unit.wind}.`] : []),
    ...(gusts.length > 0 ? [`Gusts up to ${Math.max(...gusts)} ${unit.wind}.`] : []),
    ...(temperatures.length * HOUR_MS < endMs - startMs ? ['No model covers some of the hours.'] : []),
  ].join(' ');
}

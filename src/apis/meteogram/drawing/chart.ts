import { HOUR_MS } from '../../../core/time/index.js';
import type { UnitSystem } from '../../../weather/meteo/index.js';
import { type Point } from './curves.js';
import type { Paint } from './paint.js';
import type { Scale } from './scale.js';
import type { Markup } from './svg.js';
import type { Span, TimeAxis } from './time-axis.js';

/** What all panels need for drawing. */
export interface Chart {
  axis: TimeAxis;
  paint: Paint;
  series: HourSeries;
  units: UnitSystem;
}

/** A horizontal band of the image. */
export interface Panel {
  name: string;
  height: number;
  /** @param top the y coordinate of its top edge */
  draw: (top: number) => Markup[];
}

/** The values of consecutive hours; NaN if missing. */
export class HourSeries {
  /** @param rows the indexes of values in `columns`, by time */
  constructor(
    readonly timesMs: readonly number[],
    private readonly rows: ReadonlyMap<number, number>,
    private readonly columns: Readonly<Record<string, Float64Array>>,
  ) {}

  values(name: string): Float64Array {
    const column = this.columns[name];
    return Float64Array.from(this.timesMs, (timeMs) => column?.[this.rows.get(timeMs) ?? -1] ?? NaN);
  }

  points(name: string, { y }: Scale, axis: TimeAxis): Point[] {
    const values = this.values(name);
    return this.timesMs.map((timeMs, i) => ({ x: axis.x(timeMs), y: y(values[i]) }));
  }

  /** The values of the hours that begin in a span, without missing ones. */
  within({ startMs, endMs }: Span, name: string): number[] {
    const values = this.values(name);
    return this.timesMs.flatMap((timeMs, i) =>
      timeMs >= startMs && timeMs < endMs && !Number.isNaN(values[i]) ? [values[i]] : [],
    );
  }

  /** The spans in which none of the metrics has a value. */
  gaps(names: readonly string[], { endMs }: Span): Span[] {
    const all = names.map((name) => this.values(name));
    const gaps: Span[] = [];
    for (const [i, startMs] of this.timesMs.entries()) {
      if (startMs >= endMs || all.some((values) => !Number.isNaN(values[i]))) continue;
      const latest = gaps.at(-1);
      if (latest?.endMs === startMs) latest.endMs += HOUR_MS;
      else gaps.push({ startMs, endMs: startMs + HOUR_MS });
    }
    return gaps;
  }
}

export const UNIT_LABELS = {
  metric: { temperature: '°C', precipitation: 'mm', wind: 'm/s', pressure: 'hPa' },
  imperial: { temperature: '°F', precipitation: 'in', wind: 'mph', pressure: 'inHg' },
} as const satisfies Record<UnitSystem, Record<string, string>>;

import type { Field, UnitSystem } from '../../../api/schemas.ts';

type Measured = Pick<Field, 'units' | 'precision'>;

const CLOSE = ['%', '°'];
/** What stands for a unit where a number is one of a scale. */
const UNITLESS = ['index', 'code'];

export interface MetricFormat {
  unit: string;
  /** With the unit. */
  text: (value: number | null | undefined) => string;
  /** Without it; nothing where the scale is finer than what is served. */
  number: (value: number) => string;
}

/** As exactly as the service serves it, in the reader's language. */
export function metricFormat({ units, precision }: Measured, system: UnitSystem): MetricFormat {
  const unit = UNITLESS.includes(units[system]) ? '' : units[system];
  const digits = Math.max(0, Math.round(-Math.log10(precision[system] || 1)));
  const served = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: digits });
  const suffix = unit === '' ? '' : CLOSE.includes(unit) ? unit : ` ${unit}`;
  return {
    unit,
    text: (value) => (value === null || value === undefined ? '–' : served.format(value) + suffix),
    number: (value) => (isStep(value, digits) ? plain.format(value) : ''),
  };
}

const isStep = (value: number, digits: number) => Math.abs(value - Number(value.toFixed(digits))) < 1e-9;

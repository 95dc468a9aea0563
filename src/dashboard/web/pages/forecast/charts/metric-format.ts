import type { Field, UnitSystem } from '../../../api/schemas.ts';

type Measured = Pick<Field, 'units' | 'precision'>;

const CLOSE = ['%', '°'];
/** Unit names of values on a scale, which are shown without a unit. */
const UNITLESS = ['index', 'code'];

export interface MetricFormat {
  unit: string;
  /** Formats a value with its unit. */
  text: (value: number | null | undefined) => string;
  /** Formats a value without the unit; empty if the axis is finer than the service's precision. */
  number: (value: number) => string;
}

/** Formats values with the service's precision, in the user's locale. */
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

import type { Field } from '../../../api/schemas.ts';
import type { Series } from '../../../ui/chart/series.ts';

/** Suffixes of ensemble quantiles, appended to the name of the base field. */
const LOW = 'P10';
const MIDDLE = 'P50';
const HIGH = 'P90';
const PARTS = [LOW, MIDDLE, HIGH];

/** Hourly and daily. */
const namesOf = (catalogue: readonly Field[]): Set<string> =>
  new Set(catalogue.flatMap(({ name, daily }) => [name, ...daily.map((value) => value.name)]));

/** Returns the quantile fields whose base field and other quantiles are also available. */
export function quantileFields(catalogue: readonly Field[]): Field[] {
  const names = namesOf(catalogue);
  return catalogue.filter(({ name }) => {
    const base = name.slice(0, -LOW.length);
    return (
      PARTS.includes(name.slice(-LOW.length)) &&
      [base, ...PARTS.map((part) => base + part)].every((one) => names.has(one))
    );
  });
}

export function withoutQuantiles(catalogue: readonly Field[]): Field[] {
  const quantiles = quantileFields(catalogue);
  return catalogue.filter((field) => !quantiles.includes(field));
}

/** The band between a value's outer quantiles, and its median; empty if there are no values. */
export function bandOf(
  name: string,
  { title, colour }: Pick<Series, 'title' | 'colour'>,
  entries: readonly { values: object }[],
): Series[] {
  const series = PARTS.map((part): Series => ({
    title: `${title} ${part}`,
    colour,
    kind: part === MIDDLE ? 'line' : 'bound',
    ...(part === MIDDLE && { dash: [2, 5] }),
    ...(part === LOW && { upTo: `${title} ${HIGH}`, bandTitle: `${title} ${LOW}–${HIGH}` }),
    values: entries.map(
      ({ values }) => (values as Record<string, number | null | undefined>)[name + part] ?? null,
    ),
  }));
  const hasValues = series.every(({ values }) => values.some((value) => value !== null));
  return hasValues ? series : [];
}

import {
  SEVERITY_ORDER,
  type UnitSystem,
  WEATHER_CODES,
  type WeatherCode,
} from '../../weather/meteo/index.js';
import type { MetricCatalogue, ServedValue } from '../../weather/metrics/index.js';
import type { FieldsDto, WeatherCodesDto } from './catalogue.dto.js';

/** The metrics as served by `GET /v1/weather/fields`. */
export function fieldsOf({ entries }: MetricCatalogue): FieldsDto {
  return {
    fields: entries.map(({ name, title, group, description, byDefault, served, panel, daily }) => ({
      name,
      title,
      group,
      description,
      byDefault,
      ...servedOf(served),
      panel: panel ? { min: null, max: null, ...panel } : null,
      daily: daily.map((form) => ({ name: form.name, title: form.title, ...servedOf(form.served) })),
    })),
  };
}

/** The weather codes by number. */
export const CODE_CATALOGUE: WeatherCodesDto = {
  codes: Object.entries(WEATHER_CODES).map(([number, name]) => {
    const code = Number(number) as WeatherCode;
    return { code, name, severity: SEVERITY_ORDER.indexOf(code) };
  }),
};

function servedOf(served: ServedValue['served']) {
  const inBoth = <T>(of: (form: ServedValue['served'][UnitSystem]) => T) => ({
    metric: of(served.metric),
    imperial: of(served.imperial),
  });
  return {
    units: inBoth(({ unit }) => unit),
    // Division yields the double nearest to the decimal number; a negative power of ten may not.
    precision: inBoth(({ decimals }) => 1 / 10 ** decimals),
  };
}

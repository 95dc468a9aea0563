import { METRIC_NAMES, METRICS, type Metric } from '../../meteo/metrics.js';
import { SEVERITY_ORDER, WEATHER_CODES, type WeatherCode } from '../../meteo/weather-codes.js';
import { type FieldPrecisionDto, type FieldsDto, type WeatherCodesDto } from './catalogue.dto.js';
import { dailyForms } from '../timelines/daily-forms.js';

/** The metrics as callers choose and read them. */
export const FIELD_CATALOGUE: FieldsDto = {
  fields: METRIC_NAMES.map((name) => {
    const { title, group, description, units, decimals, panel }: Metric = METRICS[name];
    const precision = precisionOf(decimals);
    const daily = dailyForms(name).map((form) => ({
      name: form.name,
      title: form.title,
      units: form.units,
      precision,
    }));
    return {
      name,
      title,
      group,
      description,
      units,
      precision,
      panel: panel ? { min: null, max: null, ...panel } : null,
      daily,
    };
  }),
};

/** The weather codes by number. */
export const CODE_CATALOGUE: WeatherCodesDto = {
  codes: Object.entries(WEATHER_CODES).map(([number, name]) => {
    const code = Number(number) as WeatherCode;
    return { code, name, severity: SEVERITY_ORDER.indexOf(code) };
  }),
};

function precisionOf({ metric, imperial }: Metric['decimals']): FieldPrecisionDto {
  // Dividing gives the double next to the decimal number; a negative power of ten may miss it.
  return { metric: 1 / 10 ** metric, imperial: 1 / 10 ** imperial };
}

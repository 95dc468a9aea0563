import {
  CLOUD_THRESHOLDS,
  FOG_THRESHOLDS,
  MEASURABLE_MM,
  FREEZING_TO_CELSIUS,
  OWN_TERRAIN_METRES,
  PRECIPITATION_THRESHOLDS,
  SEVERITY_ORDER,
  SNOW_BELOW_WET_BULB,
  SNOW_FROM_SHARE,
  THUNDERSTORM_FROM_PERCENT,
  type Threshold,
  VARIABLES,
  VARIABLE_NAMES,
  type Variable,
  type VariableName,
  WEATHER_CODES,
  type WeatherCode,
  remainderOf,
} from '../weather/meteo/index.js';
import { KNOWN_ERRORS, KNOWN_LEADS_HOURS } from '../weather/consensus/index.js';
import type { MetricCatalogue } from '../weather/metrics/index.js';
import { escapeHtml } from './page.js';
import { markdownTable } from './table.js';

/** Returns the parts of the methods guide that come from constants in the code, as Markdown by placeholder name. */
export function methodParts(metrics: MetricCatalogue): Record<string, string> {
  return {
    metrics: metricsTable(metrics),
    codes: codes(),
    types: TYPES,
    amounts: amounts(),
    interpolation: interpolationTable(),
    errors: errors(),
  };
}

const TYPES = `The model's own precipitation types for the step decide, most severe first: freezing rain, ice pellets, snow, rain. If
their average covers more than the step, the types at the end of the step decide. If the model gives no type, or both
rain and snow, its frozen share decides. If it has no frozen share either, the wet-bulb temperature at the surface
pressure decides, by the curve of Wang et al., which is one half at 0.8 °C. A share of ${SNOW_FROM_SHARE} or more is
snow.

The model's own type doesn't count where it doesn't fit the returned temperature and humidity: snow at a wet bulb of ${SNOW_BELOW_WET_BULB} °C or
more, freezing rain or ice pellets above ${FREEZING_TO_CELSIUS} °C, and, in the mean of several models, rain below −${FREEZING_TO_CELSIUS} °C from a model in which it is
warmer. More than ${OWN_TERRAIN_METRES} m above or below the model's terrain, its types don't count, either. Then
only the wet-bulb temperature decides, which can't detect freezing rain.`;

function metricsTable({ entries }: MetricCatalogue): string {
  const rows = entries.map(({ name, title, description, served, method }) => {
    const units = [served.metric, served.imperial].map(
      ({ unit, decimals }) => `${unit}, ${(10 ** -decimals).toFixed(decimals)}`,
    );
    return [
      `<strong id="${name}">${escapeHtml(title)}</strong><br><code>${name}</code>`,
      [...new Set(units)].map(escapeHtml).join('<br>'),
      `${escapeHtml(description)} ${method}`,
    ];
  });
  return markdownTable([['Metric', 'Unit, precision', 'Description and method'], ...rows]);
}

function codes(): string {
  const fog = [
    [named(2000), `visibility below ${FOG_THRESHOLDS.fogBelowKm} km`],
    [named(2100), `visibility below ${FOG_THRESHOLDS.lightFogBelowKm} km`],
  ];
  const dry = ranges(CLOUD_THRESHOLDS, 'cloud cover', '%');
  const wet = Object.values(PRECIPITATION_THRESHOLDS).flatMap((thresholds) =>
    ranges(thresholds, 'intensity', 'mm/h'),
  );
  return `The code is derived from the other values of the hour in metric units, and is the same in imperial units. An hour is wet
if its precipitation is measurable: at least ${MEASURABLE_MM.rain} mm, or ${MEASURABLE_MM.snow} mm of snow, ice pellets or freezing
rain. Smaller amounts are returned with a dry code. Intensities are in mm/h of water.

${markdownTable([
  ['Code', 'When'],
  [named(8000), `rain, and a lightning probability of at least ${THUNDERSTORM_FROM_PERCENT} %`],
  ...wet,
  ...fog,
  ...dry,
  [named(0), 'never for an hour with values'],
])}
A day's \`weatherCodeMax\` is the most severe code of its hours, and at least drizzle if the day's sum is 1 mm or more. From
least to most severe:
${SEVERITY_ORDER.map((code) => `<code title="${escapeHtml(WEATHER_CODES[code])}">${code}</code>`).join(' ')}.`;
}

/** Returns a row for each code, with its range from its threshold up to the next. */
function ranges(thresholds: readonly Threshold[], quantity: string, unit: string): [string, string][] {
  return thresholds.map(({ code, from }, i) => {
    const next = thresholds[i + 1] as Threshold | undefined;
    const range = next ? `${from} to below ${next.from} ${unit}` : `${from} ${unit} or more`;
    return [named(code), `${quantity} ${range}`];
  });
}

function named(code: WeatherCode): string {
  return `\`${code}\` ${escapeHtml(WEATHER_CODES[code])}`;
}

const IN_SPACE: Record<Variable['space'], string> = {
  bilinear: 'bilinear',
  nearest: 'nearest grid point',
  'bilinear-land': 'bilinear over land',
};
const IN_TIME: Record<Variable['time'], string> = {
  'monotone-cubic': 'monotone cubic (no overshoot)',
  linear: 'linear',
  span: 'constant between steps; amounts divided evenly',
};

function amounts(): string {
  const parts = new Set(VARIABLE_NAMES.map(remainderOf));
  const names = VARIABLE_NAMES.filter(
    (name) => (VARIABLES[name] as Variable).isAmount && !parts.has(name),
  ).map((name) => `\`${name}\``);
  return `The amounts are: ${names.join(', ')}. Everything else is the value of the point.`;
}

function errors(): string {
  const leads = KNOWN_LEADS_HOURS.map((hours) => `${hours} h`);
  const rows = Object.entries(KNOWN_ERRORS.temperature).map(([model, known = []]) => [
    `\`${model}\``,
    ...known.map((kelvin) => kelvin.toFixed(2)),
  ]);
  return markdownTable([['Model', ...leads], ...rows]);
}

/** What a model publishes of these is used only if it is the only model. */
const DERIVED_FROM_MEANS: ReadonlySet<VariableName> = new Set([
  'apparentTemperature2m',
  'relativeHumidity2m',
]);

function interpolationTable(): string {
  const parts = new Set(VARIABLE_NAMES.map(remainderOf));
  const rows = VARIABLE_NAMES.filter((name) => !parts.has(name)).map((name) => {
    const { unit, space, time, handOver, consensus }: Variable = VARIABLES[name];
    const ofSeveral = consensus
      ? 'weighted mean'
      : DERIVED_FROM_MEANS.has(name)
        ? 'derived from the means'
        : `one, up to the ${handOver ?? 'end'}`;
    return [`\`${name}\``, escapeHtml(unit), IN_SPACE[space], IN_TIME[time], ofSeveral];
  });
  return markdownTable([['Model variable', 'Unit', 'In space', 'In time', 'Several models'], ...rows]);
}

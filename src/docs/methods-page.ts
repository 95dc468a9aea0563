import { MEASURABLE_MM } from '../meteo/precipitation/measurable.js';
import { OWN_TERRAIN_METRES, SNOW_FROM_SHARE } from '../meteo/precipitation/precipitation-type.js';
import { remainderOf, VARIABLE_NAMES, VARIABLES, type Variable } from '../meteo/variables.js';
import {
  CLOUD_THRESHOLDS,
  FOG_THRESHOLDS,
  PRECIPITATION_THRESHOLDS,
  THUNDERSTORM_FROM_PERCENT,
  type Threshold,
} from '../meteo/weather-code.js';
import { SEVERITY_ORDER, WEATHER_CODES, type WeatherCode } from '../meteo/weather-codes.js';
import type { MetricCatalogue } from '../metrics/metric-catalogue.js';
import { METHOD_SOURCES } from './method-sources.js';
import { escapeHtml, renderPage } from './page.js';
import { renderTable } from './table.js';

/** How the values are calculated, for those who use them. The tables are made from the constants that the code uses. */
export function renderMethodsPage(metrics: MetricCatalogue): string {
  return renderPage({
    path: '/docs/methods',
    title: 'Methods · Weather Forecast Service',
    readers: 'API users',
    body: `<main class="page">
<h1>Methods</h1>
<p class="lead muted">How each value is calculated, and how far you can trust it.</p>
<p>A forecast is the output of a weather model for a location and an hour, not an observation, and isn't corrected with
station data. Values that a source doesn't have are <code>null</code>, and a warning in <code>meta</code> says why.</p>
${section('metrics', 'Metrics', metricsTable(metrics))}
${section('codes', 'Weather codes', codes())}
${section('types', 'Precipitation type', TYPES)}
${section('grid', 'Stored grid', GRID + thinningTable())}
${section('interpolation', 'Interpolation', INTERPOLATION + interpolationTable())}
${section('elevation', 'Elevation', ELEVATION)}
${section('climatology', 'Climatology', CLIMATOLOGY)}
${section('freshness', 'Freshness', FRESHNESS)}
${section('caching', 'Caching', CACHING)}
${section('batch', 'Batch requests', BATCH)}
${section('limits', 'Limitations', LIMITS)}
${section('sources', 'Sources', `<ul>${METHOD_SOURCES.map((source) => `<li>${source}</li>`).join('\n')}</ul>`)}
</main>`,
  });
}

const TYPES = `<p>The model's own precipitation types for the step decide, most severe first: freezing rain, ice pellets,
snow, rain. If their average covers more than the step, the types at the end of the step decide. If the model gives no type, or
both rain and snow, its frozen share decides. If it has no frozen share either, the wet-bulb temperature at the surface pressure
decides, by the curve of Wang et al., which is one half at 0.8 °C. A share of ${SNOW_FROM_SHARE} or more is snow. More than
${OWN_TERRAIN_METRES} m above or below the model's terrain, only the wet-bulb temperature decides, which can't detect freezing
rain.</p>`;

const GRID = `<p><code>GFS_RESOLUTION</code> is the stored grid. If the source publishes that grid, its files are used. GFS v17
is published only at 0.25°, so 0.5° and 1° are calculated from it:</p>
<ul>
<li>The grid points are those of the finer grid whose latitude and longitude are whole multiples of the coarser step.</li>
<li>State, terrain, the land mask and precipitation types are taken from the grid point itself and not averaged: an average of
flags, or of land and sea, has no meaning.</li>
<li>Amounts are averages over the cell, which extends half a step to each side of the grid point. Each finer grid point
represents a cell of its own and is weighted by the area on the sphere that both cells share, so no water is lost or counted
twice. Grid points on the border of two cells count half in each, those at a corner a quarter.</li>
<li>Cells continue across the 0° meridian. At a pole all grid points are one, and their cell is the cap around it. At the edge of
a regional grid, the cell ends with the grid. Missing values don't count.</li>
<li>Amounts since the start of a bucket are averaged before the amount between two steps is calculated.</li>
</ul>`;

const INTERPOLATION = `<p>Instantaneous values are for the exact hour. Amounts cover the hour that starts at <code>time</code>. Minutely
values are interpolated from the hours around them and contain no additional information.</p>`;

const ELEVATION = `<p>Values are for the height of the model's terrain at the location, <code>meta.grid.elevation</code>. If you set
<code>elevation</code>, temperature, dew point and pressure are corrected to that height, and humidity, apparent temperature,
UV index and precipitation type follow. Wind, clouds, visibility and amounts don't change. In valleys with a temperature
inversion the correction goes in the wrong direction.</p>`;

const CLIMATOLOGY = `<p>If no model run covers the time, you get long-term monthly averages, and <code>meta.source</code> is
<code>climatology</code>. They are not a forecast. Compared with the climate normals of 27 cities, the monthly average temperature
has a root-mean-square error of 2.5 K, and 7.9 K in the worst case: 5° grid cells don't resolve coasts and mountains. The wind
direction is the prevailing one. Hours have no precipitation; a day's sum is the monthly average. Where the averages of dew point
and temperature contradict each other, as in many polar winters, dew point, humidity and apparent temperature are
<code>null</code>.</p>`;

const FRESHNESS = `<p>Responses use the newest run that covers the location and the time. <code>meta.run</code> is when the run started,
<code>meta.publishedAt</code> when this service published it, and <code>meta.nextRunExpectedAt</code> when to check for the next
one. If newer runs are late, the service keeps serving the last one and adds the warning <code>stale_run</code> with its age in
hours. Forecast errors grow with that age. Hours of today before the run started come from earlier runs.</p>`;

const CACHING = `<p>A response without <code>startTime</code> starts with the current hour, so it is valid until the next hour or
the next run, whichever comes first. <code>Cache-Control: max-age</code> is the time until then. Send the <code>ETag</code> of a
response in <code>If-None-Match</code>: if nothing has changed, you get <code>304</code> without a body. It still counts as a
request. Responses are compressed (zstd, Brotli or gzip) if you send <code>Accept-Encoding</code>.</p>`;

const BATCH = `<p><code>POST /v1/weather/forecasts</code> returns forecasts for up to 100 locations from the same runs, in the order of
your request. Each location counts toward the hour and day limits; the batch counts once toward the second and minute limits. Each
forecast is what a single request would return, with its own <code>meta</code> and warnings. If a run covers only some of the
locations, the others get long-term averages. The <code>meta</code> of the batch holds what all forecasts share, and
<code>null</code> where they differ.</p>`;

const LIMITS = `<ul>
<li>The probabilities of precipitation and lightning are estimates from one model. They have not been verified against
observations: 70 % doesn't mean that it rained on 70 of 100 such days.</li>
<li>A model grid point represents an area of many kilometers. Showers, valleys and coasts are smaller.</li>
<li>Where model steps are three or six hours apart, changes between them are smoothed out.</li>
<li>Don't rely on this service alone to protect life or property. Get warnings from your national weather service.</li>
</ul>`;

function section(id: string, title: string, body: string): string {
  return `<section id="${id}">
<h2><a href="#${id}">${title}</a></h2>
${body}
</section>`;
}

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
  return renderTable([['Metric', 'Unit, precision', 'Description and method'], ...rows]);
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
  return `<p>The code is derived from the other values of the hour in metric units, and is the same in imperial units. An hour is wet
if its precipitation is measurable: at least ${MEASURABLE_MM.rain} mm, or ${MEASURABLE_MM.snow} mm of snow, ice pellets or freezing
rain. Smaller amounts are returned with a dry code. Intensities are in mm/h of water.</p>
${renderTable([
  ['Code', 'When'],
  [named(8000), `rain, and a lightning probability of at least ${THUNDERSTORM_FROM_PERCENT} %`],
  ...wet,
  ...fog,
  ...dry,
  [named(0), 'never for an hour with values'],
])}
<p>A day's <code>weatherCodeMax</code> is the most severe code of its hours, and at least drizzle if the day's sum is 1 mm or more. From least to most severe:
${SEVERITY_ORDER.map((code) => `<code title="${escapeHtml(WEATHER_CODES[code])}">${code}</code>`).join(' ')}.</p>`;
}

/** A row for each code: from its threshold up to the next. */
function ranges(thresholds: readonly Threshold[], quantity: string, unit: string): [string, string][] {
  return thresholds.map(({ code, from }, i) => {
    const next = thresholds[i + 1] as Threshold | undefined;
    const range = next ? `${from} to below ${next.from} ${unit}` : `${from} ${unit} or more`;
    return [named(code), `${quantity} ${range}`];
  });
}

function named(code: WeatherCode): string {
  return `<code>${code}</code> ${escapeHtml(WEATHER_CODES[code])}`;
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

function thinningTable(): string {
  const parts = new Set(VARIABLE_NAMES.map(remainderOf));
  const amounts = VARIABLE_NAMES.filter(
    (name) => (VARIABLES[name] as Variable).isAmount && !parts.has(name),
  ).map((name) => `<code>${name}</code>`);
  return `<p>The amounts are: ${amounts.join(', ')}. Everything else is the value of the point.</p>`;
}

function interpolationTable(): string {
  const parts = new Set(VARIABLE_NAMES.map(remainderOf));
  const rows = VARIABLE_NAMES.filter((name) => !parts.has(name)).map((name) => {
    const { unit, space, time } = VARIABLES[name];
    return [`<code>${name}</code>`, escapeHtml(unit), IN_SPACE[space], IN_TIME[time]];
  });
  return renderTable([['Model variable', 'Unit', 'In space', 'In time'], ...rows]);
}

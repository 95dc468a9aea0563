import { MEASURABLE_MM } from '../meteo/measurable.js';
import { METRICS, type Metric, type MetricName } from '../meteo/metrics.js';
import { OWN_TERRAIN_METRES, SNOW_FROM_SHARE } from '../meteo/precipitation-type.js';
import { remainderOf, VARIABLE_NAMES, VARIABLES, type Variable } from '../meteo/variables.js';
import {
  CLOUD_THRESHOLDS,
  FOG_THRESHOLDS,
  PRECIPITATION_THRESHOLDS,
  THUNDERSTORM_FROM_PERCENT,
  type Threshold,
} from '../meteo/weather-code.js';
import { SEVERITY_ORDER, WEATHER_CODES, type WeatherCode } from '../meteo/weather-codes.js';
import { METRIC_METHODS } from './metric-methods.js';
import { METHOD_SOURCES } from './method-sources.js';
import { escapeHtml, renderPage } from './page.js';
import { renderTable } from './table.js';

/** How the values come about, for those who use them. The tables are made of what the code itself goes by. */
export function renderMethodsPage(): string {
  return renderPage({
    path: '/docs/methods',
    title: 'Methods · Weather Forecast Service',
    body: `<main class="page">
<h1>Methods</h1>
<p class="lead muted">How the values come about, and how far they can be trusted.</p>
<p>A forecast is the output of a weather model for a place and an hour, not an observation. Nothing is corrected
towards stations. What a source does not have is <code>null</code>, and a warning in <code>meta</code> says why.</p>
${section('metrics', 'The metrics', metricsTable())}
${section('codes', 'Weather codes', codes())}
${section('types', 'Type of precipitation', TYPES)}
${section('interpolation', 'Between grid points and steps', INTERPOLATION + interpolationTable())}
${section('elevation', 'Elevation', ELEVATION)}
${section('climatology', 'Climatology', CLIMATOLOGY)}
${section('freshness', 'How fresh an answer is', FRESHNESS)}
${section('caching', 'Keeping answers', CACHING)}
${section('batch', 'Many places at once', BATCH)}
${section('limits', 'Limits', LIMITS)}
${section('sources', 'Sources', `<ul>${METHOD_SOURCES.map((source) => `<li>${source}</li>`).join('\n')}</ul>`)}
</main>`,
  });
}

const TYPES = `<p>The model's own types for the step decide, the gravest first: freezing rain, ice pellets, snow, rain. Where
its average covers more than the step, those at the end of the step do. Where
it names none, or both rain and snow, its frozen share does; where it has none either, the wet-bulb temperature at the
pressure of the place by the curve of Wang and others, which is one half at 0.8 °C. From a share of ${SNOW_FROM_SHARE} on it is snow. More than
${OWN_TERRAIN_METRES} m above or below the model's terrain the wet-bulb temperature alone decides. It cannot tell freezing
rain.</p>`;

const INTERPOLATION = `<p>Instantaneous values hold at the hour; amounts cover the hour that begins at the time. The minutes of
an hour follow from the hours around them and hold nothing that these do not.</p>`;

const ELEVATION = `<p>Values belong to the model's terrain at the place, <code>meta.grid.elevation</code>. With
<code>elevation</code> temperature, dew point and pressure are carried from there to the height asked for; humidity, apparent
temperature, UV index and the type of precipitation follow. Wind, cloud, visibility and amounts stay as they are. In
valleys with cold air the lapse rate is the other way round, and the correction errs.</p>`;

const CLIMATOLOGY = `<p>Where no model run covers the time, long-term monthly means answer, and <code>meta.source</code> says
so. They are not a forecast. Compared with the climate normals of 27 cities, the monthly mean temperature is off by 2.5 K (root
mean square), in the worst case by 7.9 K: cells of 5° know little of coasts and mountains. The wind direction is that which
prevails. Hours have no precipitation; a day's sum is the monthly mean. Where the means of dew point and temperature contradict
each other, as in many polar winters, dew point, humidity and apparent temperature are <code>null</code>.</p>`;

const FRESHNESS = `<p>The newest run that covers the place and the time answers. <code>meta.run</code> says when it began,
<code>meta.publishedAt</code> since when it is served here, and <code>meta.nextRunExpectedAt</code> when to look for the next.
Where newer runs are late, the last one is served on: the warning <code>stale_run</code> says so, with the hours since the run
began. The errors of a forecast grow with that age. The hours of today before the run come from the runs before it.</p>`;

const CACHING = `<p>An answer without <code>startTime</code> begins with the current hour, so it holds until the next hour or the
next run, whichever is first; <code>Cache-Control: max-age</code> is the time until then. Ask with the <code>ETag</code> of the
answer in <code>If-None-Match</code>: where nothing has changed, <code>304</code> comes without a body. The service keeps answers
itself, so the same question asked again costs it little, but it counts as a request all the same. Answers come compressed
(zstd, Brotli or gzip) to those who accept it.</p>`;

const BATCH = `<p><code>POST /v1/weather/forecasts</code> answers up to 100 places out of the same runs, in the order in which
they were asked. Towards the limits of the hour and the day each place counts as a request of its own; towards those of the
second and the minute the batch counts once. Each answer is what it would be alone, with a <code>meta</code> and warnings of its
own: where a run covers some of the places only, long-term means answer the others. The <code>meta</code> of the batch has what
all of them share, and <code>null</code> for what they differ in.</p>`;

const LIMITS = `<ul>
<li>The probabilities of precipitation and lightning are estimates from one model. They have not been compared with
observations, and 70 % does not mean that it rained on 70 of 100 such days.</li>
<li>A model's grid point stands for an area of many kilometres: showers, valleys and coasts are smaller.</li>
<li>Where steps are three or six hours apart, what happens between them is smoothed.</li>
<li>Do not protect life or property by this service alone; ask the national weather service for warnings.</li>
</ul>`;

function section(id: string, title: string, body: string): string {
  return `<section id="${id}">
<h2><a href="#${id}">${title}</a></h2>
${body}
</section>`;
}

function metricsTable(): string {
  const entries = Object.entries(METRICS) as [MetricName, Metric][];
  const rows = entries.map(([name, { title, description, units, decimals }]) => {
    const served = (['metric', 'imperial'] as const).map(
      (system) => `${units[system]}, ${(10 ** -decimals[system]).toFixed(decimals[system])}`,
    );
    return [
      `<strong id="${name}">${escapeHtml(title)}</strong><br><code>${name}</code>`,
      [...new Set(served)].map(escapeHtml).join('<br>'),
      `${escapeHtml(description)} ${METRIC_METHODS[name]}`,
    ];
  });
  return renderTable([['Metric', 'Unit, precision', 'What it is and how it is worked out'], ...rows]);
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
  return `<p>The code follows from the values beside it, as they are served in metric units; it is the same in imperial ones. An hour
is wet where its precipitation is measurable: from ${MEASURABLE_MM.rain} mm on, or ${MEASURABLE_MM.snow} mm of snow, ice pellets or
freezing rain. Less is served as it is, beside a dry code. Intensities are those of water in mm/h.</p>
${renderTable([
  ['Code', 'When'],
  [named(8000), `rain with a lightning probability of at least ${THUNDERSTORM_FROM_PERCENT} %`],
  ...wet,
  ...fog,
  ...dry,
  [named(0), 'never of an hour that has values'],
])}
<p>A day's <code>weatherCodeMax</code> is the last of its hours' codes in this order of severity, and at least drizzle where the day's sum is 1 mm or more:
${SEVERITY_ORDER.map((code) => `<code title="${escapeHtml(WEATHER_CODES[code])}">${code}</code>`).join(' ')}.</p>`;
}

/** A row for each code: from its threshold up to the next. */
function ranges(thresholds: readonly Threshold[], quantity: string, unit: string): [string, string][] {
  return thresholds.map(({ code, from }, i) => {
    const next = thresholds[i + 1] as Threshold | undefined;
    const above = from === 0 ? '' : `from ${from} `;
    const range = next ? `${above}to below ${next.from} ${unit}` : `${above}${unit} on`;
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
  span: 'held over the span between steps; amounts divided evenly',
};

function interpolationTable(): string {
  const parts = new Set(VARIABLE_NAMES.map(remainderOf));
  const rows = VARIABLE_NAMES.filter((name) => !parts.has(name)).map((name) => {
    const { unit, space, time } = VARIABLES[name];
    return [`<code>${name}</code>`, escapeHtml(unit), IN_SPACE[space], IN_TIME[time]];
  });
  return renderTable([['Variable of the model', 'Unit', 'In space', 'In time'], ...rows]);
}

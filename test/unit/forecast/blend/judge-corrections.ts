import { planForecast } from '../../../../src/forecast/plan/forecast-plan.js';
import { ForecastQueries } from '../../../../src/forecast/request/forecast-queries.js';
import { AnswerWarnings } from '../../../../src/forecast/series/answer-warnings.js';
import { RunSeries } from '../../../../src/forecast/series/run-series.js';
import { dailyTimeline } from '../../../../src/forecast/timelines/daily-timeline.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';
import { generator } from '../../../support/random.js';
import { contradictions, dailyQuantilesOutOfOrder, quantilesOutOfOrder } from '../series/contradictions.js';
import { GRID } from '../series/random-run.js';
import { CorrectedState } from './corrected-state.js';
import { DAILY_FIELDS, DAYS, HOURS, MODELS, RUN, membersPercentOf, writeBlend } from './judge-blend.js';

const ROUNDING = 1e-6;
/** Up to 6 K either way, from hour to hour and from lead to lead. */
const CORRECTIONS = {
  temperature: (lead: number, hour: number) => 6 * Math.sin(hour / 3.1 + lead / 31),
  dewPoint: (lead: number, hour: number) => 6 * Math.sin(hour / 2.3 - lead / 17),
};
const STATE = new CorrectedState(
  (field, lead, hour) => CORRECTIONS[field](lead, hour),
  (lead) => 1 + Math.min(lead, 120) / 120,
);

/** Judges corrected forecasts at random places, those of all models together and those of one alone, by turns. */
export async function judgeCorrections(directory: string, leastHours: number) {
  await writeBlend(directory);
  const catalogue = new RunCatalogue(directory);
  const queries = new ForecastQueries(OWN_CATALOGUE, []);
  const random = generator(5);
  const found = new Map<string, unknown>();
  let judgedHours = 0;
  for (let place = 0; judgedHours < leastHours; place++) {
    const lat = (GRID.latitudeFirst - 11 * random()).toFixed(4);
    const lon = (GRID.longitudeFirst + 14.5 * random()).toFixed(4);
    const endTime = new Date(RUN.getTime() + HOURS * 3_600_000).toISOString();
    const asked = { lat, lon, elevation: '1000', startTime: RUN.toISOString(), endTime };
    const models = place % 2 === 0 ? MODELS : MODELS.slice(2);
    const seriesOf = (correction: string) => {
      const { query } = queries.parse({ ...asked, correction }, RUN.getTime());
      const plan = planForecast(models, catalogue.runs(), query, OWN_CATALOGUE, RUN, undefined, STATE)!;
      return {
        plan,
        query,
        series: new RunSeries({ ...query, ...plan }, OWN_CATALOGUE, new AnswerWarnings()),
      };
    };
    const { plan, query, series } = seriesOf('auto');
    const members = membersPercentOf(plan);
    judgedHours += contradictions(series, 'metric', found, members);
    contradictions(series, 'imperial', found, members);
    quantilesOutOfOrder(series, 'metric', found);
    dailyQuantilesOutOfOrder(dailyTimeline(series, DAYS, DAILY_FIELDS, 'metric', query), 'metric', found);
    otherThanCorrected(series, seriesOf('none').series, found);
  }
  catalogue.close();
  return { judgedHours, found: [...found] };
}

/** Records hours whose values aren't those of the forecast without correction, changed as is worked out here. */
function otherThanCorrected(served: RunSeries, raw: RunSeries, found: Map<string, unknown>): void {
  const of = (series: RunSeries, name: string) => series.values(name);
  const [temperature, dewPoint, humidity] = ['temperature', 'dewPoint', 'humidity'].map((name) =>
    of(served, name),
  );
  const isAlone = served.shares(['temperature'], RUN.getTime(), RUN.getTime() + 3_600_000).length === 1;
  for (let hour = 0; hour < HOURS; hour++) {
    const hourOfDay = (12 + hour) % 24;
    const expected = of(raw, 'temperature')[hour] - CORRECTIONS.temperature(hour, hourOfDay);
    const moist = Math.min(of(raw, 'dewPoint')[hour] - CORRECTIONS.dewPoint(hour, hourOfDay), expected);
    const note = (rule: string, value: number, wanted: number) => {
      if (!Object.is(value, wanted) && !(Math.abs(value - wanted) <= ROUNDING))
        found.set(rule, { hour, isAlone, value, wanted });
    };
    note('temperature', temperature[hour], expected);
    note('dew point', dewPoint[hour], moist);
    const own = isAlone
      ? of(raw, 'humidity')[hour] - percent(of(raw, 'temperature')[hour], of(raw, 'dewPoint')[hour])
      : 0;
    // From where only one model is left, its own humidity takes over.
    if (isAlone || hour < 120) note('humidity', humidity[hour], clamp(percent(expected, moist) + own));
    for (const part of ['P10', 'P90']) {
      const median = of(raw, 'temperatureP50')[hour];
      if (Number.isNaN(median)) continue;
      const distance = of(raw, `temperature${part}`)[hour] - median;
      note(
        `temperature${part}`,
        of(served, `temperature${part}`)[hour],
        expected + distance * (1 + Math.min(hour, 120) / 120),
      );
    }
    for (const name of ['windSpeed', 'pressureSurfaceLevel', 'precipitationIntensity'])
      note(name, of(served, name)[hour], of(raw, name)[hour]);
  }
}

const clamp = (share: number) => Math.min(100, Math.max(0, share));

/** The relative humidity by Magnus. */
function percent(celsius: number, dewPoint: number): number {
  const pressure = (at: number) => Math.exp((17.625 * at) / (243.04 + at));
  return clamp((100 * pressure(dewPoint)) / pressure(celsius));
}

import {
  CALM_MS,
  CONSENSUS_LEADS,
  type ConsensusGroup,
  FREEZING_TO_CELSIUS,
  VARIABLES,
  type Variable,
  type VariableName,
  celsiusToKelvin,
  hasGap,
  leadOf,
  mapSeries,
  newSeries,
  noSeries,
  windSpeed,
} from '../../weather/meteo/index.js';
import type { CorrectedField, Corrections, WeightsState } from '../../weather/consensus/index.js';
import { HOUR_MS } from '../../core/time/index.js';
import { aloneIn, consensusShares } from './consensus-shares.js';
import { DERIVED_VARIABLES, type Formula } from './derived-variables.js';
import { type HourRange, hull, isNone, withValues } from './hour-range.js';
import { type ModelVariables } from './model-variables.js';

/** What decides that precipitation is rain, and the temperature below which the air of a mean decides instead. */
const OF_RAIN: ReadonlySet<VariableName> = new Set(['rainFlag', 'frozenPrecipitationPercent']);
const NO_RAIN_BELOW_KELVIN = celsiusToKelvin(-FREEZING_TO_CELSIUS);

/** What is corrected, by variable. */
export const CORRECTED: ReadonlyMap<VariableName, CorrectedField> = new Map([
  ['temperature2m', 'temperature'],
  ['dewPoint2m', 'dewPoint'],
]);

const DAY_HOURS = 24;

/** What the stations around say of the errors of the models together. */
export interface HourlyCorrections extends Pick<Corrections, 'at'> {
  readonly firstHourMs: number;
}

/** Some successive hours, and the model that provides them. */
interface Stretch extends HourRange {
  /** It may be limited to the hours that can be its own. */
  model: ModelVariables;
}

/**
 * The variables of a response's hours, from all contributing models. Those with a `consensus` (meteo/variables.ts) are
 * means of the models, corrected by what stations say, and what is derived follows from these; all others come from the
 * most preferred model that has them, and `handOver` says when the next one takes over.
 */
export class BlendedVariables {
  private readonly known = new Map<VariableName, Float64Array>();
  private readonly knownStretches = new Map<VariableName, readonly Stretch[]>();
  private readonly knownShares = new Map<VariableName, readonly Float64Array[]>();
  /** By group: those of the variables that every model has in every hour. */
  private readonly wholeShares = new Map<ConsensusGroup, readonly Float64Array[]>();
  private knownAlone: readonly Float64Array[] | undefined;
  private knownLeads: Float64Array | undefined;
  private readonly knownAdded = new Map<VariableName, Float64Array>();
  private readonly used = new Map<ModelVariables, Map<VariableName, HourRange>>();

  /**
   * @param models in order of preference
   * @param weights undefined for a single model as it is, and for ensembles: their variables have no consensus
   */
  constructor(
    private readonly models: readonly ModelVariables[],
    private readonly hours: number,
    private readonly weights?: WeightsState,
    private readonly corrections?: HourlyCorrections,
  ) {}

  /** One value for each hour; NaN where no model has one. Callers must not modify the array. */
  get(name: VariableName): Float64Array {
    let values = this.known.get(name);
    if (!values) this.known.set(name, (values = this.make(name)));
    return values;
  }

  /** The wet shares of the model that provides the precipitation of the hour: see ModelVariables. */
  wetShares(): readonly Float64Array[] {
    const stretches = this.stretchesOf('precipitation');
    const shares = stretches.map(({ model }) => model.wetShares());
    if (stretches.length === 1) return shares[0];
    return Array.from({ length: Math.max(0, ...shares.map(({ length }) => length)) }, (_, k) => {
      const joined = noSeries(this.hours);
      stretches.forEach(({ first, last }, i) => copyHours(shares[i].at(k), joined, first, last));
      return joined;
    });
  }

  /** The hours for which values of a variable were taken from a model; undefined if none were. */
  usedOf(model: ModelVariables, name: VariableName): HourRange | undefined {
    return this.used.get(model)?.get(name);
  }

  /** A model's mean share (0..1) in a variable with a consensus. Hours that no model has count as 0. */
  meanShare(model: ModelVariables, name: VariableName, { first, last }: HourRange): number {
    const values = this.get(name);
    const i = this.models.indexOf(model);
    const shares = this.knownShares.get(name);
    if (i < 0) return 0;
    let sum = 0;
    for (let hour = Math.max(first, 0); hour <= last && hour < this.hours; hour++)
      if (!Number.isNaN(values[hour])) sum += shares ? shares[i][hour] : 1;
    return sum / (last + 1 - first);
  }

  /** What corrections have added to a variable in each hour; undefined if they don't change it. */
  added(name: VariableName): Float64Array | undefined {
    this.get(name);
    return this.knownAdded.get(name);
  }

  /** The lead time of each hour, in hours: the mean of the models', as they share the temperature. */
  leads(): Float64Array {
    return (this.knownLeads ??= this.meanLeads());
  }

  private meanLeads(): Float64Array {
    if (!this.weights) return this.models[0].leads();
    const name = CONSENSUS_LEADS.temperature;
    if (!this.knownShares.has(name)) this.get(name);
    const shares = this.knownShares.get(name)!;
    const means = newSeries(this.hours);
    this.models.forEach((model, i) => addShare(means, shares[i], model.leads()));
    return means;
  }

  private make(name: VariableName): Float64Array {
    const field = CORRECTED.get(name);
    const values = this.uncorrected(name);
    return field && this.corrections ? this.corrected(name, field, values, this.corrections) : values;
  }

  private uncorrected(name: VariableName): Float64Array {
    const formula = DERIVED_VARIABLES[name];
    if (formula) return this.derived(name, formula);
    const { consensus }: Variable = VARIABLES[name];
    if (OF_RAIN.has(name) && (this.weights || this.corrections)) return this.fitting(name);
    if (!this.weights || !consensus) return this.chosen(name);
    return name === 'windU10m' || name === 'windV10m'
      ? this.wind(this.weights)[name]
      : this.consensus(name, consensus, this.weights);
  }

  /** The dew point is never above the temperature. */
  private corrected(
    name: VariableName,
    field: CorrectedField,
    values: Float64Array,
    { at, firstHourMs }: HourlyCorrections,
  ): Float64Array {
    const bounds = field === 'dewPoint' ? this.get('temperature2m') : undefined;
    const leads = this.leads();
    const corrected = mapSeries(values, (value, hour) => {
      const hourOfDay = (firstHourMs / HOUR_MS + hour) % DAY_HOURS;
      const kelvin = value - at(field, leads[hour] || 0, hourOfDay);
      return bounds && bounds[hour] < kelvin ? bounds[hour] : kelvin;
    });
    this.knownAdded.set(
      name,
      mapSeries(corrected, (kelvin, hour) => kelvin - values[hour]),
    );
    return corrected;
  }

  /**
   * A single model's own value, and that of the formula where it has none. In a consensus that of the formula, from
   * which the own one takes over where only one model is left.
   */
  private derived(name: VariableName, { of, make }: Formula): Float64Array {
    const { minimum = -Infinity, maximum = Infinity }: Variable = VARIABLES[name];
    const clamp = (value: number) => Math.min(Math.max(value, minimum), maximum);
    const inputs = of.map((variable) => this.get(variable));
    if (!this.weights && !this.corrections) {
      const own = this.chosen(name);
      if (!hasGap(own)) return own;
      return mapSeries(own, (value, hour) => (Number.isNaN(value) ? clamp(make(inputs, hour)) : value));
    }
    const values = mapSeries(inputs[0], (_, hour) => clamp(make(inputs, hour)));
    this.alone().forEach((alone, i) => {
      if (isNone(positiveIn(alone))) return;
      const own = this.models[i].get(name);
      const ownInputs = of.map((variable) => this.models[i].get(variable));
      for (let hour = 0; hour < this.hours; hour++) {
        if (alone[hour] === 0 || Number.isNaN(own[hour])) continue;
        const difference = own[hour] - clamp(make(ownInputs, hour));
        // Without what the formula needs, the model's own value is all there is.
        const isOwn = alone[hour] === 1 && (!this.corrections || Number.isNaN(difference));
        values[hour] = isOwn ? own[hour] : clamp(values[hour] + alone[hour] * difference);
      }
    });
    return values;
  }

  /** See `aloneIn`; judged by the temperature. */
  private alone(): readonly Float64Array[] {
    if (this.knownAlone) return this.knownAlone;
    if (!this.weights) return (this.knownAlone = this.models.map(() => newSeries(this.hours).fill(1)));
    const name = CONSENSUS_LEADS.temperature;
    this.get(name);
    const own = this.models.map((model) => model.get(name));
    return (this.knownAlone = aloneIn(this.models, own, this.knownShares.get(name) ?? []));
  }

  /**
   * What a model says of rain, except where it is too warm in that model for frost while the consensus has frost: there
   * the temperature decides.
   */
  private fitting(name: VariableName): Float64Array {
    const values = this.chosen(name);
    const kelvins = this.get('temperature2m');
    if (!kelvins.some((kelvin) => kelvin < NO_RAIN_BELOW_KELVIN)) return values;
    const fitting = values.slice();
    for (const { model, first, last } of this.stretchesOf(leadOf(name))) {
      const own = model.get('temperature2m');
      for (let hour = first; hour <= last; hour++)
        if (kelvins[hour] < NO_RAIN_BELOW_KELVIN && own[hour] >= NO_RAIN_BELOW_KELVIN) fitting[hour] = NaN;
    }
    return fitting;
  }

  private consensus(name: VariableName, group: ConsensusGroup, weights: WeightsState): Float64Array {
    const own = this.models.map((model) => model.get(name));
    const shares = this.sharesOf(name, group, own, weights);
    const means = newSeries(this.hours);
    own.forEach((values, i) => addShare(means, shares[i], values));
    return means;
  }

  /**
   * The direction is that of the mean vector. The speed is the mean of the speeds: the mean vector of winds from
   * different directions is shorter than any of them.
   */
  private wind(weights: WeightsState): Record<'windU10m' | 'windV10m', Float64Array> {
    const own = this.models.map((model) => [model.get('windU10m'), model.get('windV10m')]);
    const ownSpeeds = own.map(([u, v]) => mapSeries(u, (eastward, hour) => windSpeed(eastward, v[hour])));
    const shares = this.sharesOf(CONSENSUS_LEADS.wind, 'wind', ownSpeeds, weights);
    const [windU10m, windV10m, speeds] = [0, 1, 2].map(() => newSeries(this.hours));
    own.forEach(([u, v], i) => {
      addShare(windU10m, shares[i], u);
      addShare(windV10m, shares[i], v);
      addShare(speeds, shares[i], ownSpeeds[i]);
    });
    for (let hour = 0; hour < this.hours; hour++) {
      const length = windSpeed(windU10m[hour], windV10m[hour]);
      // Calm air, or nothing.
      if (!(speeds[hour] >= CALM_MS)) continue;
      if (length >= CALM_MS) {
        windU10m[hour] *= speeds[hour] / length;
        windV10m[hour] *= speeds[hour] / length;
      } else {
        // The winds cancel each other out, so the direction is that of the one that weighs most.
        const most = mostOf(own.map((_, i) => shares[i][hour] * ownSpeeds[i][hour]));
        windU10m[hour] = (own[most][0][hour] * speeds[hour]) / ownSpeeds[most][hour];
        windV10m[hour] = (own[most][1][hour] * speeds[hour]) / ownSpeeds[most][hour];
      }
    }
    this.known.set('windU10m', windU10m).set('windV10m', windV10m);
    return { windU10m, windV10m };
  }

  /** How the models share the hours of a variable, of which `own` are their values. */
  private sharesOf(
    name: VariableName,
    group: ConsensusGroup,
    own: readonly Float64Array[],
    weights: WeightsState,
  ): readonly Float64Array[] {
    const isWhole = !own.some(hasGap);
    let shares = isWhole ? this.wholeShares.get(group) : undefined;
    shares ??= consensusShares(this.models, own, group, weights);
    if (isWhole) this.wholeShares.set(group, shares);
    this.knownShares.set(name, shares);
    this.models.forEach((model, i) => this.use(model, name, positiveIn(shares[i])));
    return shares;
  }

  /** Each hour from the model that provides it. */
  private chosen(name: VariableName): Float64Array {
    const { orNext }: Variable = VARIABLES[name];
    const values = this.joined(name, this.stretchesOf(leadOf(name)));
    if (!orNext || !hasGap(values)) return values;
    const others = this.joined(name, this.stretchesOf(name));
    return mapSeries(values, (value, hour) => (Number.isNaN(value) ? others[hour] : value));
  }

  private joined(name: VariableName, stretches: readonly Stretch[]): Float64Array {
    const isOfOne = stretches.length === 1 && stretches[0].last - stretches[0].first + 1 === this.hours;
    const values = isOfOne ? stretches[0].model.get(name) : noSeries(this.hours);
    for (const { model, first, last } of stretches) {
      if (!isOfOne) copyHours(model.get(name), values, first, last);
      this.use(model, name, withValues(values, { first, last }));
    }
    return values;
  }

  /** Which models provide the hours of a variable, and of all variables that follow it (`with`), in order of time. */
  private stretchesOf(lead: VariableName): readonly Stretch[] {
    let stretches = this.knownStretches.get(lead);
    if (!stretches) this.knownStretches.set(lead, (stretches = this.choose(lead)));
    return stretches;
  }

  private choose(lead: VariableName): Stretch[] {
    const all = { first: 0, last: this.hours - 1 };
    if (this.models.length === 1) return [{ model: this.models[0], ...all }];
    const { handOver }: Variable = VARIABLES[lead];
    const owners = new Int8Array(this.hours).fill(-1);
    const models: ModelVariables[] = [];
    let { first, last } = all;
    for (const whole of this.models) {
      if (first > last) break;
      if (!whole.has(lead)) continue;
      const model = whole.within({ first, last });
      const values = model.get(lead);
      const presence = handOver && model.presence();
      if (models.length === 0 && !presence && !hasGap(values)) return [{ model, ...all }];
      const index = models.push(model) - 1;
      for (let hour = first; hour <= last; hour++)
        if (owners[hour] < 0 && !Number.isNaN(values[hour]) && !(presence && presence[hour] <= 0.5))
          owners[hour] = index;
      while (first <= last && owners[first] >= 0) first++;
      while (last >= first && owners[last] >= 0) last--;
    }
    // What no other model takes over stays with the model that has it.
    for (let hour = first; hour <= last; hour++)
      if (owners[hour] < 0) owners[hour] = models.findIndex((one) => !Number.isNaN(one.get(lead)[hour]));
    const stretches: Stretch[] = [];
    for (let hour = 0; hour < this.hours; hour++) {
      if (owners[hour] < 0) continue;
      const before = stretches.at(-1);
      if (before && hour > 0 && owners[hour] === owners[hour - 1]) before.last = hour;
      else stretches.push({ model: models[owners[hour]], first: hour, last: hour });
    }
    return stretches;
  }

  private use(model: ModelVariables, name: VariableName, range: HourRange): void {
    let ofModel = this.used.get(model.whole);
    if (!ofModel) this.used.set(model.whole, (ofModel = new Map<VariableName, HourRange>()));
    ofModel.set(name, hull(ofModel.get(name), range));
  }
}

function copyHours(from: Float64Array | undefined, to: Float64Array, first: number, last: number): void {
  if (from) for (let hour = first; hour <= last; hour++) to[hour] = from[hour];
}

/** Adds a model's share of each hour. */
function addShare(means: Float64Array, shares: Float64Array, values: Float64Array): void {
  for (let hour = 0; hour < means.length; hour++)
    if (shares[hour] !== 0) means[hour] += shares[hour] * values[hour];
}

/** The index of the highest value, the first of equal ones. */
function mostOf(values: readonly number[]): number {
  return values.reduce((most, value, i) => (value > values[most] ? i : most), 0);
}

/** The first and the last hour with a positive value. */
function positiveIn(values: Float64Array): HourRange {
  let [first, last] = [0, values.length - 1];
  while (first <= last && !(values[first] > 0)) first++;
  while (last >= first && !(values[last] > 0)) last--;
  return { first, last };
}

import {
  VARIABLES,
  type Variable,
  type VariableName,
  hasGap,
  leadOf,
  mapSeries,
  newSeries,
  noSeries,
} from '../../weather/meteo/index.js';
import { DERIVED_VARIABLES, type Formula } from './derived-variables.js';
import { type HourRange, hull, isNone, overlap, withValues } from './hour-range.js';
import { type ModelVariables } from './model-variables.js';

/**
 * A model's contribution. `share` is its weight in each hour, 0..1; the weights of all models add up to 1. Without it,
 * the model provides every hour in full.
 */
interface Part {
  /** Limited to the hours of the window, outside of which it contributes nothing. */
  model: ModelVariables;
  window: HourRange;
  share: Float64Array | undefined;
}

type SharedPart = Part & { share: Float64Array };

/**
 * The variables of a response's hours, blended from all contributing models. Each comes from the most preferred model
 * that has it; `handOver` (meteo/variables.ts) says how one model takes over from another.
 */
export class BlendedVariables {
  private readonly known = new Map<VariableName, Float64Array>();
  private readonly knownParts = new Map<VariableName, readonly Part[]>();
  private readonly used = new Map<ModelVariables['plan'], Map<VariableName, HourRange>>();

  /** @param models in order of preference */
  constructor(
    private readonly models: readonly ModelVariables[],
    private readonly hours: number,
  ) {}

  /** One value for each hour; NaN where no model has one. Callers must not modify the array. */
  get(name: VariableName): Float64Array {
    let values = this.known.get(name);
    if (!values) {
      const formula = DERIVED_VARIABLES[name];
      this.known.set(name, (values = formula ? this.derived(name, formula) : this.mixed(name)));
    }
    return values;
  }

  /** The wet shares of the model that provides the precipitation of the hour: see ModelVariables. */
  wetShares(): readonly Float64Array[] {
    const parts = this.partsOf('precipitation');
    if (!parts[0].share) return parts[0].model.wetShares();
    const shares = parts.map(({ model }) => model.wetShares());
    return Array.from({ length: Math.max(...shares.map(({ length }) => length)) }, (_, k) => {
      const values = noSeries(this.hours);
      parts.forEach(({ share }, i) => {
        for (let hour = 0; hour < this.hours; hour++)
          if (share![hour] > 0) values[hour] = shares[i].at(k)?.[hour] ?? NaN;
      });
      return values;
    });
  }

  /** The hours for which values of a variable were taken from a model; undefined if none were. */
  usedOf({ plan }: ModelVariables, name: VariableName): HourRange | undefined {
    return this.used.get(plan)?.get(name);
  }

  private mixed(name: VariableName): Float64Array {
    if (this.models.length === 1) return this.ofOne(this.models[0], name);
    const { orNext }: Variable = VARIABLES[name];
    const parts = this.partsOf(leadOf(name));
    const values = this.mean(name, parts);
    if (!orNext) return values;
    const own = parts.map(({ model }) => model.get(name));
    const isWhole = (hour: number) => {
      if (Number.isNaN(values[hour])) return false;
      for (let i = 0; i < parts.length; i++)
        if (Number.isNaN(own[i][hour]) && parts[i].share?.[hour] !== 0) return false;
      return true;
    };
    let whole = 0;
    while (whole < this.hours && isWhole(whole)) whole++;
    if (whole === this.hours) return values;
    // A model that lacks the variable must not end the fade: in these hours, the models that have it share it.
    const others = this.mean(name, this.partsOf(name));
    return mapSeries(values, (value, hour) =>
      isWhole(hour) || Number.isNaN(others[hour]) ? value : others[hour],
    );
  }

  /**
   * A model's own value in hours that it provides alone; otherwise the formula, applied to the blended inputs, plus the
   * weighted differences of the models' own values from their formulas.
   */
  private derived(name: VariableName, { of, make }: Formula): Float64Array {
    const parts = this.partsOf(leadOf(name));
    const own = this.mean(name, parts);
    const isOfOne = parts.length === 1 && !parts[0].share;
    if (isOfOne && !hasGap(own)) return own;
    const { minimum = -Infinity, maximum = Infinity }: Variable = VARIABLES[name];
    const inputs = of.map((variable) => this.get(variable));
    const mixedParts = parts.map(({ model, share }) => ({
      share,
      own: model.get(name),
      inputs: share ? of.map((variable) => model.get(variable)) : [],
    }));
    return mapSeries(own, (value, hour) => {
      let departure = 0;
      for (const part of mixedParts) {
        const share = part.share ? part.share[hour] : 1;
        if (share === 1 && !Number.isNaN(value)) return value;
        if (share === 0 || share === 1 || Number.isNaN(part.own[hour])) continue;
        const difference = part.own[hour] - make(part.inputs, hour);
        if (!Number.isNaN(difference)) departure += share * difference;
      }
      return Math.min(Math.max(make(inputs, hour) + departure, minimum), maximum);
    });
  }

  private ofOne(model: ModelVariables, name: VariableName): Float64Array {
    const values = model.get(name);
    this.use(model, name, withValues(values, { first: 0, last: this.hours - 1 }));
    return values;
  }

  /** The mean over the models that have the variable, weighted by their shares. */
  private mean(name: VariableName, parts: readonly Part[]): Float64Array {
    const [{ model, share }] = parts;
    if (parts.length === 1 && !share) return this.ofOne(model, name);
    const own = model.get(name);
    const means = newSeries(this.hours);
    means.set(own);
    // Outside of the second model's window, the first one provides every hour in full.
    const { first: from, last: to } = parts.at(1)?.window ?? { first: this.hours, last: this.hours - 1 };
    this.use(model, name, withValues(own, { first: 0, last: from - 1 }));
    this.use(model, name, withValues(own, { first: to + 1, last: this.hours - 1 }));
    const totals = newSeries(this.hours);
    for (let hour = from; hour <= to; hour++) means[hour] = 0;
    for (const part of parts) {
      const values = part.model.get(name);
      const range: HourRange = { first: this.hours, last: -1 };
      const { first, last } = overlap(part.window, { first: from, last: to });
      for (let hour = first; hour <= last; hour++) {
        const weight = part.share![hour];
        if (weight === 0 || Number.isNaN(values[hour])) continue;
        means[hour] += weight * values[hour];
        totals[hour] += weight;
        if (range.last === -1) range.first = hour;
        range.last = hour;
      }
      this.use(part.model, name, range);
    }
    for (let hour = from; hour <= to; hour++) means[hour] /= totals[hour];
    return means;
  }

  /** How the models share the hours of a variable, and of all variables that follow it (`with`). */
  private partsOf(lead: VariableName): readonly Part[] {
    let parts = this.knownParts.get(lead);
    if (!parts) this.knownParts.set(lead, (parts = this.split(lead)));
    return parts;
  }

  private split(lead: VariableName): Part[] {
    const { handOver }: Variable = VARIABLES[lead];
    const all = { first: 0, last: this.hours - 1 };
    if (this.models.length === 1) return [{ model: this.models[0], window: all, share: undefined }];
    const parts: SharedPart[] = [];
    const rest = newSeries(this.hours).fill(1);
    let left = all;
    for (const whole of this.models) {
      const model = whole.within(left);
      const values = model.get(lead);
      const presence = model.presence(handOver);
      if (parts.length === 0 && !presence && !hasGap(values))
        return [{ model, window: all, share: undefined }];
      const share = newSeries(this.hours);
      for (let hour = left.first; hour <= left.last; hour++) {
        if (Number.isNaN(values[hour])) continue;
        share[hour] = presence ? rest[hour] * presence[hour] : rest[hour];
        rest[hour] -= share[hour];
      }
      parts.push({ model, window: left, share });
      left = positiveOf(rest, left);
      if (isNone(left)) return parts;
    }
    this.shareRest(lead, parts, rest);
    return parts;
  }

  /** Leaves what no other model takes over to the models that have it. */
  private shareRest(lead: VariableName, parts: readonly SharedPart[], rest: Float64Array): void {
    rest.forEach((left, hour) => {
      if (left === 0) return;
      if (left < 1) for (const { share } of parts) share[hour] /= 1 - left;
      else {
        const having = parts.find(({ model }) => !Number.isNaN(model.get(lead)[hour]));
        if (having) having.share[hour] = 1;
      }
    });
  }

  private use({ plan }: ModelVariables, name: VariableName, range: HourRange): void {
    let ofModel = this.used.get(plan);
    if (!ofModel) this.used.set(plan, (ofModel = new Map<VariableName, HourRange>()));
    ofModel.set(name, hull(ofModel.get(name), range));
  }
}

/** Narrows a range to its first and last hour with a positive value. */
function positiveOf(values: Float64Array, { first, last }: HourRange): HourRange {
  while (first <= last && values[first] === 0) first++;
  while (last >= first && values[last] === 0) last--;
  return { first, last };
}

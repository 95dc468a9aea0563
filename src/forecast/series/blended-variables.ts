import { hasGap, mapSeries, newSeries, noSeries } from '../../meteo/series.js';
import { leadOf, type Variable, type VariableName, VARIABLES } from '../../meteo/variables.js';
import { DERIVED_VARIABLES, type Formula } from './derived-variables.js';
import { type ModelVariables } from './model-variables.js';

/** What a model gives of each hour: 0..1, where all add up to 1; all of every hour where there is no share. */
interface Part {
  model: ModelVariables;
  share: Float64Array | undefined;
}

/** The first and the last hour of something, counted from the first of the answer. */
export interface HourRange {
  first: number;
  last: number;
}

/**
 * The variables of an answer's hours out of all models that take part. Each is that of the most preferred model that has
 * it; how one model takes over from another is said beside the variables (meteo/variables.ts).
 */
export class BlendedVariables {
  private readonly known = new Map<VariableName, Float64Array>();
  private readonly knownParts = new Map<VariableName, readonly Part[]>();
  private readonly used = new Map<ModelVariables, Map<VariableName, HourRange>>();

  /** @param models in order of preference */
  constructor(
    private readonly models: readonly ModelVariables[],
    private readonly hours: number,
  ) {}

  /** One value for each hour; NaN where no model has one. The array is not to be written to. */
  get(name: VariableName): Float64Array {
    let values = this.known.get(name);
    if (!values) {
      const formula = DERIVED_VARIABLES[name];
      this.known.set(name, (values = formula ? this.derived(name, formula) : this.mixed(name)));
    }
    return values;
  }

  /** Of the model that gives the precipitation of the hour: see ModelVariables. */
  wetShares(): readonly Float64Array[] {
    const parts = this.partsOf('precipitation');
    if (!parts[0].share) return parts[0].model.wetShares();
    const shares = parts.map(({ model }) => model.wetShares());
    return Array.from({ length: Math.max(...shares.map(({ length }) => length)) }, (_, k) => {
      const values = noSeries(this.hours);
      parts.forEach(({ share }, i) => {
        for (let hour = 0; hour < this.hours; hour++)
          if (share![hour] > 0) values[hour] = shares[i][k]?.[hour] ?? NaN;
      });
      return values;
    });
  }

  /** In which hours a model gave values of a variable, of those that were asked for; undefined where in none. */
  usedOf(model: ModelVariables, name: VariableName): HourRange | undefined {
    return this.used.get(model)?.get(name);
  }

  private mixed(name: VariableName): Float64Array {
    const { orNext }: Variable = VARIABLES[name];
    const values = this.mean(name, this.partsOf(leadOf(name)));
    if (!orNext || this.models.length === 1 || !hasGap(values)) return values;
    const others = this.mean(name, this.partsOf(name));
    return mapSeries(values, (value, hour) => (Number.isNaN(value) ? others[hour] : value));
  }

  /** Where one model gives all that it is made of, its own; else the formula's, with what the models' own depart from it. */
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
        const share = part.share?.[hour] ?? 1;
        if (share === 1 && !Number.isNaN(value)) return value;
        if (share === 0 || share === 1) continue;
        const difference = part.own[hour] - make(part.inputs, hour);
        if (!Number.isNaN(difference)) departure += share * difference;
      }
      return Math.min(Math.max(make(inputs, hour) + departure, minimum), maximum);
    });
  }

  /** Of the models that have the variable, each hour by their parts. */
  private mean(name: VariableName, parts: readonly Part[]): Float64Array {
    const [{ model, share }] = parts;
    if (parts.length === 1 && !share) {
      const values = model.get(name);
      this.use(model, name, values);
      return values;
    }
    const means = newSeries(this.hours);
    const totals = newSeries(this.hours);
    for (const part of parts) {
      const values = part.model.get(name);
      this.use(part.model, name, values, part.share);
      for (let hour = 0; hour < this.hours; hour++) {
        const weight = part.share![hour];
        if (weight === 0 || Number.isNaN(values[hour])) continue;
        means[hour] += weight * values[hour];
        totals[hour] += weight;
      }
    }
    for (let hour = 0; hour < this.hours; hour++) means[hour] /= totals[hour];
    return means;
  }

  /** What each model gives of the hours of a variable, and with it of all that belongs together with it. */
  private partsOf(lead: VariableName): readonly Part[] {
    let parts = this.knownParts.get(lead);
    if (!parts) this.knownParts.set(lead, (parts = this.split(lead)));
    return parts;
  }

  private split(lead: VariableName): Part[] {
    const { handOver }: Variable = VARIABLES[lead];
    if (this.models.length === 1) return [{ model: this.models[0], share: undefined }];
    const parts: { model: ModelVariables; share: Float64Array }[] = [];
    const rest = newSeries(this.hours).fill(1);
    for (const model of this.models) {
      const values = model.get(lead);
      const presence = model.presence(handOver);
      if (parts.length === 0 && !presence && !hasGap(values)) return [{ model, share: undefined }];
      const share = newSeries(this.hours);
      let isLeft = false;
      for (let hour = 0; hour < this.hours; hour++) {
        if (!Number.isNaN(values[hour])) share[hour] = rest[hour] * (presence?.[hour] ?? 1);
        rest[hour] -= share[hour];
        isLeft ||= rest[hour] > 0;
      }
      parts.push({ model, share });
      if (!isLeft) return parts;
    }
    this.shareRest(lead, parts, rest);
    return parts;
  }

  /** What no other model takes over stays with those that have it. */
  private shareRest(
    lead: VariableName,
    parts: readonly { model: ModelVariables; share: Float64Array }[],
    rest: Float64Array,
  ): void {
    rest.forEach((left, hour) => {
      if (left === 0) return;
      if (left < 1) for (const { share } of parts) share[hour] /= 1 - left;
      else {
        const having = parts.find(({ model }) => !Number.isNaN(model.get(lead)[hour]));
        if (having) having.share[hour] = 1;
      }
    });
  }

  private use(model: ModelVariables, name: VariableName, values: Float64Array, share?: Float64Array): void {
    const isUsed = (hour: number) => !Number.isNaN(values[hour]) && share?.[hour] !== 0;
    let first = 0;
    let last = this.hours - 1;
    while (first < this.hours && !isUsed(first)) first++;
    while (last > first && !isUsed(last)) last--;
    if (first === this.hours) return;
    let ofModel = this.used.get(model);
    if (!ofModel) this.used.set(model, (ofModel = new Map<VariableName, HourRange>()));
    const before = ofModel.get(name);
    ofModel.set(name, {
      first: Math.min(first, before?.first ?? first),
      last: Math.max(last, before?.last ?? last),
    });
  }
}

import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import {
  type CorrectedPlace,
  type CorrectingStation,
  type Corrections,
  DOCUMENTED_WEIGHTS,
  type WeightedPlace,
  type WeightsState,
} from '../../weather/consensus/index.js';
import {
  CARRIED_KM,
  CORRECTED_FIELDS,
  DAY_HOURS,
  HOUR_BIN,
  HOURLY_TO,
  HOUR_BINS,
  LEAD_BINS,
  LEAD_DAYS,
  NO_CORRECTION,
  SAME_SITE_KM,
  STATION_CORRECTIONS,
  carriedShares,
  correctionIndex,
  meanCorrection,
} from '../../weather/verification/index.js';
import { atEachLead, atLead } from './lead-shares.js';
import { type RegionShares, regionsAround } from './regions.js';
import { type StateContent, WEIGHTED_GROUPS, factorsOf } from './state-content.js';

const TENTHS = 10;
const FIELD_CORRECTIONS = STATION_CORRECTIONS / CORRECTED_FIELDS.length;
/** Of three hours, the one that stands for them; two days ahead and later, only the first one is verified. */
const MIDDLE_OF_BIN = (HOUR_BIN - 1) / 2;
const HOURLY_DAYS = HOURLY_TO / DAY_HOURS;
/**
 * Errors are learned by the time since a forecast was issued, and leads count from the start of runs: about so much earlier,
 * for models with runs every 6 hours.
 */
const RUN_AGE_HOURS = 6;
const MIDDLE_OF_DAY = DAY_HOURS / 2;

interface NearStation {
  /** Its index. */
  readonly station: number;
  readonly distanceKm: number;
}

type Areas = ReadonlyMap<number, number>;
type Group = (typeof WEIGHTED_GROUPS)[number];

/** What forecasts use of the verification: the same in every process that shares a database. */
export class VerificationState implements WeightsState {
  /** Of a region, its index in the factors and in the gates; that of the world is 0. */
  private readonly weighted: Areas;
  private readonly gated: Areas;
  /** Undefined without any: an index needs one. */
  private readonly stations: KDBush | undefined;
  /** [station][field], in °C; NaN for a station that has no correction of the field. */
  private readonly means: Float32Array;
  private readonly isWidened: boolean;
  /** The regions around the last place: each model and group of a response asks for the same ones. */
  private lastRegions: (RegionShares & WeightedPlace) | undefined;

  constructor(
    readonly number: number,
    readonly since: Date,
    private readonly content: StateContent,
  ) {
    this.weighted = areasOf(content.regions);
    this.gated = areasOf(content.gatedRegions);
    this.stations = indexOf(content.positions);
    this.means = Float32Array.from({ length: content.stations.length * CORRECTED_FIELDS.length }, (_, i) => {
      const first = Math.floor(i / CORRECTED_FIELDS.length) * STATION_CORRECTIONS;
      const own = content.corrections.subarray(first, first + STATION_CORRECTIONS);
      return meanCorrection(own, i % CORRECTED_FIELDS.length);
    });
    this.isWidened = content.widening.some((factor) => factor !== 1);
  }

  byLead(model: string, group: Group, place: WeightedPlace): Float64Array {
    const documented = DOCUMENTED_WEIGHTS.byLead(model, group, place);
    const { models, factors } = this.content;
    const index = models.indexOf(model);
    if (index === -1) return documented;
    const first = (WEIGHTED_GROUPS.indexOf(group) * models.length + index) * LEAD_BINS.length;
    const ofBins = new Float64Array(LEAD_BINS.length);
    const size = factorsOf(models);
    forEachArea(this.weighted, this.regionsAround(place), (area, share) => {
      for (let bin = 0; bin < ofBins.length; bin++) ofBins[bin] += share * factors[area * size + first + bin];
    });
    const weights = atEachLead(ofBins, documented.length);
    for (let lead = 0; lead < weights.length; lead++) weights[lead] *= documented[lead];
    return weights;
  }

  widening(leadHours: number): number {
    return this.isWidened ? atLead(this.content.widening, leadHours - RUN_AGE_HOURS) : 1;
  }

  correctionsAt(place: CorrectedPlace, withoutSite = false): Corrections | undefined {
    const near = this.stationsAround(place).filter(
      ({ distanceKm }) => !withoutSite || distanceKm >= SAME_SITE_KM,
    );
    if (near.length === 0) return undefined;
    const carried = new Float64Array(STATION_CORRECTIONS);
    const stations = this.gatesAt(place).map((gate, field) =>
      gate === 0 ? [] : this.carry(near, place.elevation, field, gate, carried),
    );
    if (stations.every(({ length }) => length === 0)) return undefined;
    return {
      at: (field, leadHours, hourOfDay) =>
        correctionAt(carried, CORRECTED_FIELDS.indexOf(field), leadHours - RUN_AGE_HOURS, hourOfDay),
      stations: (field) => stations[CORRECTED_FIELDS.indexOf(field)],
    };
  }

  /** Adds what stations near a place say of a field, and returns those that say anything. */
  private carry(
    near: readonly NearStation[],
    elevation: number,
    field: number,
    gate: number,
    carried: Float64Array,
  ): CorrectingStation[] {
    const { stations, positions, corrections } = this.content;
    const having = near.flatMap(({ station, distanceKm }) => {
      const value = this.means[station * CORRECTED_FIELDS.length + field];
      return Number.isNaN(value)
        ? []
        : { station, distanceKm, meters: positions[3 * station + 2] - elevation, value };
    });
    const shares = carriedShares(having);
    const first = field * FIELD_CORRECTIONS;
    return having.flatMap(({ station, distanceKm }, i) => {
      const weight = gate * shares[i];
      if (weight === 0) return [];
      const from = station * STATION_CORRECTIONS;
      for (let k = first; k < first + FIELD_CORRECTIONS; k++) {
        const tenths = corrections[from + k];
        if (tenths !== NO_CORRECTION) carried[k] += (weight / TENTHS) * tenths;
      }
      return { id: stations[station], distanceKm, weight };
    });
  }

  /** The nearest first. */
  private stationsAround({ latitude, longitude }: WeightedPlace): NearStation[] {
    const { positions } = this.content;
    if (!this.stations) return [];
    return around(this.stations, longitude, latitude, Infinity, CARRIED_KM).map((station) => {
      const { [3 * station]: lat, [3 * station + 1]: lon } = positions;
      return { station, distanceKm: distance(longitude, latitude, lon, lat) };
    });
  }

  /** How much of the corrections counts at a place, by field. */
  private gatesAt(place: WeightedPlace): number[] {
    const gates = CORRECTED_FIELDS.map(() => 0);
    forEachArea(this.gated, this.regionsAround(place), (area, share) => {
      gates.forEach((_, field) => (gates[field] += share * this.content.gates[area * gates.length + field]));
    });
    return gates;
  }

  private regionsAround({ latitude, longitude }: WeightedPlace): RegionShares {
    if (this.lastRegions?.latitude !== latitude || this.lastRegions.longitude !== longitude)
      this.lastRegions = { latitude, longitude, ...regionsAround(latitude, longitude) };
    return this.lastRegions;
  }
}

function indexOf(positions: Float32Array): KDBush | undefined {
  if (positions.length === 0) return undefined;
  const index = new KDBush(positions.length / 3);
  for (let first = 0; first < positions.length; first += 3) index.add(positions[first + 1], positions[first]);
  return index.finish();
}

function areasOf(regions: readonly number[]): Areas {
  return new Map(regions.map((region, i) => [region, i + 1]));
}

/** A region without numbers of its own has those of the world. */
function forEachArea(
  areas: Areas,
  { regions, shares }: RegionShares,
  use: (area: number, share: number) => void,
): void {
  for (let i = 0; i < regions.length; i++) if (shares[i] > 0) use(areas.get(regions[i]) ?? 0, shares[i]);
}

/** Linear between days ahead, and between hours of the day. */
function correctionAt(carried: Float64Array, field: number, leadHours: number, hourOfDay: number): number {
  const days = Math.min(Math.max((leadHours - MIDDLE_OF_DAY) / DAY_HOURS, 0), LEAD_DAYS - 1);
  const day = Math.min(Math.floor(days), LEAD_DAYS - 2);
  const one = ofDay(carried, field, day, hourOfDay);
  return one + (days - day) * (ofDay(carried, field, day + 1, hourOfDay) - one);
}

function ofDay(carried: Float64Array, field: number, day: number, hourOfDay: number): number {
  const middle = day < HOURLY_DAYS ? MIDDLE_OF_BIN : 0;
  const bins = (hourOfDay - middle + DAY_HOURS) / HOUR_BIN;
  const bin = Math.floor(bins);
  const first = correctionIndex(field, day * DAY_HOURS, 0);
  const before = carried[first + (bin % HOUR_BINS)];
  return before + (bins - bin) * (carried[first + ((bin + 1) % HOUR_BINS)] - before);
}

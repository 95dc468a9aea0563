import {
  type CorrectedPlace,
  type Corrections,
  DOCUMENTED_WEIGHTS,
  type WeightedPlace,
  type WeightsState,
} from '../../weather/consensus/index.js';
import {
  CORRECTED_FIELDS,
  DAY_HOURS,
  HOUR_BIN,
  HOUR_BINS,
  LEAD_BINS,
  LEAD_DAYS,
  NO_CORRECTION,
  STATION_CORRECTIONS,
  carryCorrections,
  correctionPlace,
  meanCorrection,
} from '../../weather/verification/index.js';
import { atLead } from './lead-shares.js';
import { type RegionShares, regionsAround } from './regions.js';
import { StationIndex } from './station-index.js';
import { type StateContent, WEIGHTED_GROUPS, factorsOf } from './state-content.js';

/** See `carryCorrections`. */
const REACH_KM = 100;
const TENTHS = 10;
const FIELD_CORRECTIONS = STATION_CORRECTIONS / CORRECTED_FIELDS.length;
/** Of three hours, the one that stands for them. */
const MIDDLE_OF_BIN = (HOUR_BIN - 1) / 2;
const MIDDLE_OF_DAY = DAY_HOURS / 2;

type Areas = ReadonlyMap<number, number>;
type Group = (typeof WEIGHTED_GROUPS)[number];

/** What forecasts use of the verification: the same in every process that shares a database. */
export class VerificationState implements WeightsState {
  /** Of a region, its place in the factors and in the gates; that of the world is 0. */
  private readonly weighted: Areas;
  private readonly gated: Areas;
  private readonly stations: StationIndex;
  /** [station][field], in °C; NaN for a station that has no correction of the field. */
  private readonly means: Float32Array;
  private readonly isWidened: boolean;

  constructor(
    readonly number: number,
    readonly since: Date,
    private readonly content: StateContent,
  ) {
    this.weighted = areasOf(content.regions);
    this.gated = areasOf(content.gatedRegions);
    this.stations = new StationIndex(content.positions);
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
    forEachArea(this.weighted, regionsAround(place.latitude, place.longitude), (area, share) => {
      for (let bin = 0; bin < ofBins.length; bin++) ofBins[bin] += share * factors[area * size + first + bin];
    });
    return documented.map((weight, lead) => weight * atLead(ofBins, lead));
  }

  widening(leadHours: number): number {
    return this.isWidened ? atLead(this.content.widening, leadHours) : 1;
  }

  correctionsAt(place: CorrectedPlace, without?: string): Corrections | undefined {
    const { stations, positions, corrections } = this.content;
    const near = this.stations
      .within(place.latitude, place.longitude, REACH_KM)
      .filter((one) => stations[one.place] !== without);
    if (near.length === 0) return undefined;
    const gates = this.gatesAt(place);
    const carried = new Float64Array(STATION_CORRECTIONS);
    const weights = gates.map((gate, field) => {
      const having = near.filter((one) => !Number.isNaN(this.meanOf(one.place, field)));
      const { shares } = carryCorrections(
        having.map(({ place: station, distanceKm }) => ({
          distanceKm,
          metres: positions[3 * station + 2] - place.elevation,
          value: this.meanOf(station, field),
        })),
      );
      having.forEach(({ place: station }, i) => {
        const weight = gate * shares[i];
        if (weight === 0) return;
        const [from, first] = [station * STATION_CORRECTIONS, field * FIELD_CORRECTIONS];
        for (let k = first; k < first + FIELD_CORRECTIONS; k++) {
          const tenths = corrections[from + k];
          if (tenths !== NO_CORRECTION) carried[k] += (weight / TENTHS) * tenths;
        }
      });
      return having.map(({ place: station, distanceKm }, i) => ({
        ...{ id: stations[station], distanceKm, weight: gate * shares[i] },
      }));
    });
    const isOfAny = weights.some((ofField) => ofField.some(({ weight }) => weight > 0));
    if (!isOfAny) return undefined;
    return {
      at: (field, leadHours, hourOfDay) =>
        correctionAt(carried, CORRECTED_FIELDS.indexOf(field), leadHours, hourOfDay),
      stations: (field) => weights[CORRECTED_FIELDS.indexOf(field)].filter(({ weight }) => weight > 0),
    };
  }

  private meanOf(station: number, field: number): number {
    return this.means[station * CORRECTED_FIELDS.length + field];
  }

  /** How much of the corrections counts at a place, by field. */
  private gatesAt({ latitude, longitude }: WeightedPlace): number[] {
    const gates = CORRECTED_FIELDS.map(() => 0);
    forEachArea(this.gated, regionsAround(latitude, longitude), (area, share) => {
      gates.forEach((_, field) => (gates[field] += share * this.content.gates[area * gates.length + field]));
    });
    return gates;
  }
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
  const bins = (hourOfDay - MIDDLE_OF_BIN + DAY_HOURS) / HOUR_BIN;
  const [day, bin] = [Math.min(Math.floor(days), LEAD_DAYS - 2), Math.floor(bins)];
  const [ofDay, ofBin] = [days - day, bins - bin];
  const of = (ahead: number) => {
    const first = correctionPlace(field, ahead * DAY_HOURS, 0);
    const [before, after] = [carried[first + (bin % HOUR_BINS)], carried[first + ((bin + 1) % HOUR_BINS)]];
    return before + ofBin * (after - before);
  };
  return of(day) + ofDay * (of(day + 1) - of(day));
}

import { type MemberValues, statisticsOf } from '../../../../src/ingest/fields/member-fields.js';
import {
  MEMBER_STATISTICS,
  WET_SPAN_RATE,
} from '../../../../src/weather/meteo/ensemble/member-statistics.js';
import { probabilityOfMembers } from '../../../../src/weather/meteo/precipitation/precipitation-probability.js';
import { toScaled } from '../../../../src/weather/meteo/rounding.js';
import { type VariableName } from '../../../../src/weather/meteo/variables.js';
import { generator } from '../../../support/random.js';

export const MEMBERS = 31;
/**
 * The chance of a wet hour is drawn from Beta(1, 2). Given that chance, the members, a model and the actual outcome are
 * drawn independently.
 */
export const [ALPHA, BETA] = [1, 2];
const SPAN_HOURS = 3;
/** Cells per batch, so that the members stay small. */
const CELLS = 10_000;

export interface ReliabilityBin {
  /** In %, as served. */
  served: number;
  /** Whether the model has a wet hour. */
  isWet: boolean;
  hours: number;
  wetHours: number;
}

export interface MembersVerdict {
  bins: ReliabilityBin[];
  /** Of the unrounded shares. */
  brierScore: number;
  /** The share of hours whose temperature is below each quantile. */
  below: Record<string, number>;
}

/** Compares the statistics of synthetic members with the actual outcomes over the given number of hours. */
export function judgeMembers(hours: number): MembersVerdict {
  return { ...judgeProbabilities(hours), below: judgeQuantiles(hours) };
}

function judgeProbabilities(hours: number): Pick<MembersVerdict, 'bins' | 'brierScore'> {
  const random = generator(5);
  const threshold = WET_SPAN_RATE * SPAN_HOURS;
  // Some amounts are exactly the threshold that counts as wet.
  const amountOf = (chance: number) => {
    if (random() >= chance) return threshold * 0.999 * random();
    return random() < 0.2 ? threshold : threshold - Math.log(1 - random());
  };
  const chances = new Float64Array(CELLS);
  const bins = new Map<string, ReliabilityBin>();
  let squares = 0;
  for (let hour = 0; hour < hours; hour += CELLS) {
    for (let cell = 0; cell < CELLS; cell++) chances[cell] = 1 - Math.sqrt(1 - random());
    const planes = reduce('precipitation', (cell) => amountOf(chances[cell]));
    const { values: shares } = planes.get('precipitationProbability')!;
    for (let cell = 0; cell < CELLS; cell++) {
      const happens = amountOf(chances[cell]) >= threshold ? 1 : 0;
      const isWet = random() < chances[cell];
      squares += (shares[cell] / 100 - happens) ** 2;
      const served = toScaled(probabilityOfMembers(shares[cell], isWet ? 1 : 0, 'rain'), 0);
      const key = `${served} ${isWet}`;
      const bin = bins.get(key) ?? { served, isWet, hours: 0, wetHours: 0 };
      bins.set(key, bin);
      bin.hours++;
      bin.wetHours += happens;
    }
  }
  return { bins: [...bins.values()], brierScore: squares / hours };
}

function judgeQuantiles(hours: number): MembersVerdict['below'] {
  const random = generator(6);
  const centres = new Float64Array(CELLS);
  const widths = new Float64Array(CELLS);
  const draw = (cell: number) => centres[cell] + widths[cell] * Math.log(1 / random() - 1);
  const below: Record<string, number> = {};
  for (let hour = 0; hour < hours; hour += CELLS) {
    for (let cell = 0; cell < CELLS; cell++) {
      centres[cell] = 250 + 50 * random();
      widths[cell] = 0.1 + 4 * random();
    }
    const planes = [...reduce('temperature2m', draw)];
    for (let cell = 0; cell < CELLS; cell++) {
      const happens = draw(cell);
      for (const [name, { values }] of planes)
        below[name] = (below[name] ?? 0) + (happens < values[cell] ? 1 / hours : 0);
    }
  }
  return below;
}

/** Returns what is stored of members that are drawn one after the other. */
function reduce(name: VariableName, drawMember: (cell: number) => number) {
  const identity = { statistic: 'amount', stepHours: SPAN_HOURS, spanStartHours: 0 } as const;
  const members = Array.from({ length: MEMBERS }, (_, member): MemberValues => {
    const values = Float32Array.from({ length: CELLS }, (_value, cell) => drawMember(cell));
    return { name: String(member), identity, values, lattice: { reference: 0, quantum: 0 } };
  });
  return statisticsOf(
    MEMBER_STATISTICS.find(({ of: [first] }) => first === name)!,
    members,
    MEMBERS,
  ).planes;
}

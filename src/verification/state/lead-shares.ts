import { LEAD_BINS, LONGEST_LEAD_HOURS } from '../../weather/verification/index.js';

/** The middles of the bins of lead times, in hours. */
const MIDDLES = LEAD_BINS.map(({ from, to }) => (from + to) / 2);
/** Of a verified bin, the whole hour that stands for it. */
export const BIN_LEADS: readonly number[] = MIDDLES.map(Math.round);

/** For each hour of lead time, the bin whose middle comes before it, and how far it is on its way to the next one. */
const BEFORE = Uint8Array.from({ length: LONGEST_LEAD_HOURS + 1 }, (_, lead) =>
  Math.min(
    Math.max(
      MIDDLES.findLastIndex((middle) => middle <= lead),
      0,
    ),
    MIDDLES.length - 2,
  ),
);
const SHARES = Float64Array.from(BEFORE, (bin, lead) =>
  Math.min(Math.max((lead - MIDDLES[bin]) / (MIDDLES[bin + 1] - MIDDLES[bin]), 0), 1),
);

/**
 * Returns a value at a lead time from those of the bins: linear between their middles, so that nothing jumps from hour to
 * hour.
 */
export function atLead(ofBins: ArrayLike<number>, leadHours: number): number {
  const lead = Math.min(Math.max(leadHours, 0), LONGEST_LEAD_HOURS);
  const hour = Math.floor(lead);
  if (hour === lead) return between(ofBins, hour);
  return between(ofBins, hour) + (lead - hour) * (between(ofBins, hour + 1) - between(ofBins, hour));
}

/** Returns the values at the first whole hours of lead time. */
export function atEachLead(ofBins: ArrayLike<number>, hours: number): Float64Array {
  const values = new Float64Array(hours).fill(between(ofBins, LONGEST_LEAD_HOURS));
  for (let hour = 0; hour < hours && hour < LONGEST_LEAD_HOURS; hour++) values[hour] = between(ofBins, hour);
  return values;
}

function between(ofBins: ArrayLike<number>, hour: number): number {
  const bin = BEFORE[hour];
  return ofBins[bin] + SHARES[hour] * (ofBins[bin + 1] - ofBins[bin]);
}

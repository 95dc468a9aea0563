/** Lead times that are scored together, in hours: from the first up to, but without, the second. */
export interface LeadBin {
  readonly from: number;
  readonly to: number;
}

export const LONGEST_LEAD_HOURS = 120;
/** Later, only every third hour is verified. */
export const HOURLY_TO = 48;
const THEN_EVERY = 3;

/** The last one contains its end. */
export const LEAD_BINS: readonly LeadBin[] = [
  { from: 0, to: 6 },
  { from: 6, to: 12 },
  { from: 12, to: 24 },
  { from: 24, to: 48 },
  { from: 48, to: 72 },
  { from: 72, to: 96 },
  { from: 96, to: LONGEST_LEAD_HOURS },
];

/** Returns the index of the bin that a lead time belongs to; -1 for leads that aren't verified. */
export function leadBinOf(leadHours: number): number {
  if (leadHours < 0 || leadHours > LONGEST_LEAD_HOURS) return -1;
  if (leadHours > HOURLY_TO && leadHours % THEN_EVERY !== 0) return -1;
  const bin = LEAD_BINS.findIndex(({ to }) => leadHours < to);
  return bin === -1 ? LEAD_BINS.length - 1 : bin;
}

/** Returns the lead times that are verified: every hour for two days, then every third. */
export function leadHours(): number[] {
  return Array.from({ length: LONGEST_LEAD_HOURS + 1 }, (_, hours) => hours).filter(
    (hours) => leadBinOf(hours) !== -1,
  );
}

/** The units that a client, or all clients of an organization, consumed recently, as recorded by metering. */
export interface RecentUnits {
  holderId: string;
  /** In the UTC day of the requested moment. */
  unitsOfDay: number;
  /** Each minute with consumption in the hour before that moment, oldest first. */
  minutes: readonly { startMs: number; units: number }[];
}

/** Tells the limits at startup what was consumed before. */
export abstract class ConsumptionHistory {
  /**
   * Returns the clients that consumed units in the UTC day of `now` or in the hour before it, and their organizations.
   * Includes leftover usage that is not flushed yet.
   */
  abstract recentUnits(now: Date): Promise<RecentUnits[]>;
}

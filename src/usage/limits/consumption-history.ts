/** The units that a client, or all clients of an organization, consumed lately, from what metering keeps. */
export interface RecentUnits {
  holderId: string;
  /** In the UTC day of the moment asked for. */
  unitsOfDay: number;
  /** Each minute with consumption in the hour before that moment, oldest first. */
  minutes: readonly { startMs: number; units: number }[];
}

/** Where the limits learn after a start what had been consumed before it. */
export abstract class ConsumptionHistory {
  /** Every client, and every organization whose clients, consumed units in the UTC day or in the hour before a moment. What is not flushed yet counts. */
  abstract recentUnits(now: Date): Promise<RecentUnits[]>;
}

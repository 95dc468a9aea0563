/** What the values of a field represent (WMO section 4). */
export interface Product {
  /** WMO code table 4.0. */
  readonly template: number;
  /** WMO code table 4.1, by discipline. */
  readonly parameterCategory: number;
  /** WMO code table 4.2, by discipline and category. */
  readonly parameterNumber: number;
  /** Start of the statistical span in hours after the reference time; undefined for instants. */
  readonly stepStartHours: number | undefined;
  /** Valid time, or end of the statistical span, in hours after the reference time. */
  readonly stepHours: number;
  /**
   * Coded length of the statistical span in hours; undefined for instants and for unknown units. It may contradict
   * `stepHours`: some centers write a wrong length, and some programs change the reference time and nothing else.
   */
  readonly spanHours: number | undefined;
  /** WMO code table 4.10: 0 average, 1 accumulation, 2 maximum, 3 minimum; undefined for instants. */
  readonly statisticalProcess: number | undefined;
  readonly level: Level;
  /** Number of the ensemble member, 0 for the control; undefined unless the field is of a member. */
  readonly member: number | undefined;
  /** WMO code table 4.7: 0 ensemble mean, 4 ensemble spread; undefined unless the field is derived from an ensemble. */
  readonly derivedForecast: number | undefined;
}

/** The first fixed surface. */
export interface Level {
  /** WMO code table 4.5: 1 ground, 103 height above ground. */
  readonly type: number;
  /** In the unit that table 4.5 names; undefined if the surface has no value. */
  readonly value: number | undefined;
}

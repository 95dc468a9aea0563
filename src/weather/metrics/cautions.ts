/** Caveats about long-term averages. */
export const CAUTIONS = {
  no_daily_cycle: 'Long-term averages have no daily cycle: day and night are the same.',
  still_air: 'The apparent temperature assumes still air.',
  prevailing_wind: 'The direction is that of the prevailing wind at this time of year.',
  mean_rate: "Long-term averages have no hourly precipitation. A day's sum is the monthly average.",
  implausible_humidity:
    'The long-term averages of dew point and temperature coincide here, so there is no plausible humidity.',
} as const;

export type CautionCode = keyof typeof CAUTIONS;

/**
 * Public list prices without any discount or tax, in US dollars: Amazon Web Services in us-east-1 as several public
 * overviews gave them between March and June 2026. They are an input of the plan, not a part of the product: look yours up.
 */
export const LIST_PRICES = {
  source: 'Amazon Web Services, us-east-1, on demand, as published in the first half of 2026',
  /** Of an m7g machine, which has 4 GiB of memory for each of its cores (0.0816 for two). */
  coreHour: 0.0408,
  memoryGibPerCore: 4,
  coresPerMachine: 8,
  hoursPerMonth: 730,
  /** Of a volume (gp3), which holds so much at most. */
  diskGbMonth: 0.08,
  volumeGb: 16_000,
  /** Of a bucket (S3 Standard). */
  bucketGbMonth: 0.023,
  /** Towards the internet: up to so many GB in a month, so much for each. */
  trafficTiers: [
    { upToGb: 10_000, perGb: 0.09 },
    { upToGb: 50_000, perGb: 0.085 },
    { upToGb: 150_000, perGb: 0.07 },
    { upToGb: Infinity, perGb: 0.05 },
  ],
} as const;

/** Each GB costs what its own tier says. */
export function trafficPrice(gb: number): number {
  let price = 0;
  let fromGb = 0;
  for (const { upToGb, perGb } of LIST_PRICES.trafficTiers) {
    if (gb <= fromGb) break;
    price += (Math.min(gb, upToGb) - fromGb) * perGb;
    fromGb = upToGb;
  }
  return price;
}

/**
 * Public list prices without discounts and taxes, in US dollars: Amazon Web Services in us-east-1, from several public
 * overviews of March to June 2026. They are an input of the plan, not part of the product: look up your own.
 */
export const LIST_PRICES = {
  source: 'Amazon Web Services, us-east-1, on demand, as published in the first half of 2026',
  /** Of an m7g machine, which has 4 GiB of memory per core (0.0816 for two cores). */
  coreHour: 0.0408,
  memoryGibPerCore: 4,
  coresPerMachine: 8,
  hoursPerMonth: 730,
  /** Volume (gp3), and the maximum size of one. */
  diskGbMonth: 0.08,
  volumeGb: 16_000,
  /** Bucket (S3 Standard). */
  bucketGbMonth: 0.023,
  /** Traffic to the internet: the price per GB up to each monthly volume. */
  trafficTiers: [
    { upToGb: 10_000, perGb: 0.09 },
    { upToGb: 50_000, perGb: 0.085 },
    { upToGb: 150_000, perGb: 0.07 },
    { upToGb: Infinity, perGb: 0.05 },
  ],
} as const;

/** Returns the price of a month's traffic, each GB at the price of its tier. */
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

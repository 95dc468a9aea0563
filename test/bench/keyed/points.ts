/** The path and query of a full forecast for a random point, which is unlikely to repeat. */
export function randomPoint(random = Math.random): string {
  const degrees = (extent: number) => (random() * 2 * extent - extent).toFixed(4);
  return `/v1/weather/forecast?lat=${degrees(85)}&lon=${degrees(180)}`;
}

/** Numbers below `count`, drawn by Zipf's law with exponent 1: the second is half as frequent as the first. */
export function zipfRanks(count: number, length: number): Uint16Array {
  const cumulated: number[] = [];
  for (let rank = 1; rank <= count; rank++) cumulated.push((cumulated.at(-1) ?? 0) + 1 / rank);
  return Uint16Array.from({ length }, () => {
    const drawn = Math.random() * cumulated[count - 1];
    return cumulated.findIndex((sum) => sum >= drawn);
  });
}

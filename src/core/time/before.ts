export const DAY_MS = 86_400_000;

export function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}

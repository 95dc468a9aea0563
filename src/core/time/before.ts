export function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}

/** Waits for all of them, even if some fail, and then throws the first failure. */
export async function stopTogether(...stops: Promise<void>[]): Promise<void> {
  const failures = (await Promise.allSettled(stops)).filter((result) => result.status === 'rejected');
  if (failures.length > 0) throw failures[0].reason;
}

/** Ctrl-C reaches every process of the terminal, and npm forwards it once more. Signals this close count as one. */
const SAME_WISH_MS = 1_000;

/**
 * Calls `stop` at the first SIGTERM or SIGINT. One that follows a second or more later exits the process at once.
 * @returns removes the listeners
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  let firstMs: number | undefined;
  const receive = (signal: NodeJS.Signals) => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      stop(signal);
    } else if (performance.now() - firstMs > SAME_WISH_MS) process.exit(1);
  };
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.on(signal, receive);
  return () => signals.forEach((signal) => process.off(signal, receive));
}

/** Ctrl-C reaches every process of the terminal, and npm passes it on once more: both are one wish. */
const SAME_WISH_MS = 1_000;

/** Calls `stop` at the first SIGTERM or SIGINT. One that comes a second or more afterwards ends the process at once. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let firstMs: number | undefined;
  const receive = (signal: NodeJS.Signals) => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      stop(signal);
    } else if (performance.now() - firstMs > SAME_WISH_MS) process.exit(1);
  };
  process.on('SIGTERM', receive);
  process.on('SIGINT', receive);
}

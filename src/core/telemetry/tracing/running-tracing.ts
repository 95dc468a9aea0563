interface Tracing {
  shutdown(): Promise<void>;
}

let running: Tracing | undefined;

/** Keeps the running tracer for `stopTracing`. It starts before any other module is loaded. */
export function traceUntilShutdown(tracing: Tracing): void {
  running = tracing;
}

export function isTracing(): boolean {
  return running !== undefined;
}

/** Exports the remaining spans and stops. */
export async function stopTracing(): Promise<void> {
  await running?.shutdown();
  running = undefined;
}

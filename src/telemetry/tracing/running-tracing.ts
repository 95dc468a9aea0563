interface Tracing {
  shutdown(): Promise<void>;
}

let running: Tracing | undefined;

/** What is traced in this process, from before anything else is loaded. */
export function traceUntilShutdown(tracing: Tracing): void {
  running = tracing;
}

export function isTracing(): boolean {
  return running !== undefined;
}

/** Sends what was not sent yet. */
export async function stopTracing(): Promise<void> {
  await running?.shutdown();
  running = undefined;
}

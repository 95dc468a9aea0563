/** What all workers of a service may hold together, so that a few services fit into PostgreSQL's usual hundred. */
const CONNECTIONS_OF_WORKERS = 24;
const MOST = 10;
const FEWEST = 2;
const USUAL_MAXIMUM = 100;
/** Each worker hears of changes on a connection of its own; the primary has a few, and commands want some. */
const BESIDE_POOLS = 30;

/** How many connections each worker may hold. */
export function poolSizeOfWorker(workers: number): number {
  return Math.max(FEWEST, Math.min(MOST, Math.floor(CONNECTIONS_OF_WORKERS / workers)));
}

/** How many connections an embedded server has to admit. */
export function connectionsOf(workers: number): number {
  return Math.max(USUAL_MAXIMUM, workers * (poolSizeOfWorker(workers) + 1) + BESIDE_POOLS);
}

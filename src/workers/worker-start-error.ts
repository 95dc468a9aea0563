/** A worker cannot start; the message is what it said, or how it ended. */
export class WorkerStartError extends Error {}

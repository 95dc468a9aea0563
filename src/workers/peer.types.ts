/** Another process of the service, as the one that it asks can ask it back. */
export interface Peer {
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  readonly hasEnded: boolean;
  ask<T>(topic: string, question?: unknown): Promise<T>;
}

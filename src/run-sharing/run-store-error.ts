export type RunStoreErrorName =
  | 'RunStoreUnreachableError'
  | 'RunStoreDeniedError'
  | 'RunStoreMissingError'
  | 'RunObjectMissingError'
  | 'RunDamagedError'
  | 'RunStoreRefusedError';

/** Why the store that runs are shared by could not be used. The message names the store, and the object. */
export class RunStoreError extends Error {
  override readonly name: RunStoreErrorName;

  constructor(name: RunStoreErrorName, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = name;
  }
}

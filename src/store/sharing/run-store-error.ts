export type RunStoreErrorName =
  | 'RunStoreUnreachableError'
  | 'RunStoreDeniedError'
  | 'RunStoreMissingError'
  | 'RunObjectMissingError'
  | 'RunDamagedError'
  | 'RunUnreadableError'
  | 'RunStoreRefusedError';

/** The reason a shared run store could not be used. The message names the store and the object. */
export class RunStoreError extends Error {
  override readonly name: RunStoreErrorName;

  constructor(name: RunStoreErrorName, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = name;
  }
}

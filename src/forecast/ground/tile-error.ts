/** Why a tile couldn't be had. */
export class TileError extends Error {
  /** @param retryAfterMs how long the source asked to wait */
  constructor(
    override readonly name:
      | 'ConnectionError'
      | 'HttpStatusError'
      | 'NoTilesError'
      | 'SlowSourceError'
      | 'TileDamagedError'
      | 'TooManyRequestsError',
    message: string,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }

  /** Whether it says as much about the source's other tiles. */
  get isOfSource(): boolean {
    return this.name !== 'TileDamagedError';
  }
}

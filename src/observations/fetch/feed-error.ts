/** Why reports couldn't be read from a source. */
export class FeedError extends Error {
  /** @param retryAfterMs how long the source asked to wait */
  constructor(
    override readonly name:
      | 'ConnectionError'
      | 'EmptyFileError'
      | 'FileMissingError'
      | 'FileUnreadableError'
      | 'HttpStatusError'
      | 'RefusedReportsError'
      | 'StaleReportsError'
      | 'TooManyRequestsError',
    message: string,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

/** `refused`: permanently. `not-yet`: not accepted, can be retried. `unknown`: the server may have accepted it. */
export type DeliveryFailure = 'refused' | 'not-yet' | 'unknown';

export class DeliveryError extends Error {
  constructor(
    readonly failure: DeliveryFailure,
    message: string,
    /** Names nobody: the server's reply, such as `SMTP reply 550`, or what happened, such as `ECONNECTION`. */
    readonly reason: string,
  ) {
    super(message);
  }
}

/** `refused`: never, as it is. `not-yet`: not taken, and may be tried again. `unknown`: the server may have taken it. */
export type DeliveryFailure = 'refused' | 'not-yet' | 'unknown';

export class DeliveryError extends Error {
  constructor(
    readonly failure: DeliveryFailure,
    message: string,
    /** Names nobody: what the server answered, such as `SMTP reply 550`, or what happened, such as `ECONNECTION`. */
    readonly reason: string,
  ) {
    super(message);
  }
}

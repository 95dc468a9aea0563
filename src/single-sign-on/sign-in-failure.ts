import { boundedError } from '../common/outbound/bounded-error.js';

/** Why a sign-in with an identity provider came to nothing; the sign-in page says it in words. */
export type SignInFailureReason =
  /** The person or the provider said no. */
  | 'cancelled'
  /** The address is not in a domain of the organization whose issuer it is, or not verified. */
  | 'foreign_address'
  /** The person is no member of the organization, which takes none by itself. */
  | 'not_member'
  /** None of the person's groups has a role in the organization. */
  | 'no_role'
  /** It took too long, was used already, or began in another browser. */
  | 'expired'
  /** The provider did not ask the person again who they are. */
  | 'not_anew'
  /** What the provider answered does not hold. */
  | 'refused'
  /** The provider is away, or too slow. */
  | 'unavailable';

export class SignInFailure extends Error {
  constructor(
    readonly reason: SignInFailureReason,
    options?: ErrorOptions,
  ) {
    // A provider's response can be part of it, and as large as the provider likes.
    super(reason, options?.cause === undefined ? undefined : { cause: boundedError(options.cause) });
  }
}

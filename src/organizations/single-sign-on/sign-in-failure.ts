import { boundedError } from '../../core/outbound/index.js';

/** Why a sign-in with an identity provider failed. The sign-in page explains each. */
export type SignInFailureReason =
  /** The person or the provider denied it. */
  | 'cancelled'
  /** The address isn't verified, or isn't in a domain of the organization whose issuer it is. */
  | 'foreign_address'
  /** The person isn't a member of the organization, which doesn't let people join at sign-in. */
  | 'not_member'
  /** None of the person's groups has a role in the organization. */
  | 'no_role'
  /** It took too long, was already used, or started in another browser. */
  | 'expired'
  /** The provider didn't make the person authenticate again. */
  | 'not_anew'
  /** The provider's response isn't valid. */
  | 'refused'
  /** The provider is unreachable or too slow. */
  | 'unavailable';

interface FailureOptions extends ErrorOptions {
  /** For the log: what exactly is wrong. */
  detail?: string;
}

export class SignInFailure extends Error {
  constructor(
    readonly reason: SignInFailureReason,
    { detail, cause }: FailureOptions = {},
  ) {
    // The cause may contain a provider's response, which can have any size.
    const bounded = cause === undefined ? undefined : boundedError(cause);
    super(detail ?? bounded?.message ?? reason, bounded && { cause: bounded });
  }
}

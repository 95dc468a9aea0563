import type { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Account, Session } from '../accounts/index.js';
import type { KeyOwner, Principal } from '../api-keys/index.js';
import type { TokenRequest } from '../clients/index.js';
import type { ActorIdentity, LargeBody, ProblemBody, UnreadAnswer } from '../core/http/index.js';
import type { Asked } from '../forecast/index.js';
import type { Organization } from '../organizations/index.js';
import type { Admission, MeteredPoint } from '../usage/index.js';

/** What the parts of the service tell each other about a request, in the order in which they are set. */
interface RequestProperties {
  /** The async context with the request's own entity manager and its ID; undefined on fast routes. */
  ormContext?: AsyncResource;
  /** The body of a route that accepts larger ones than others, not read yet. */
  lateBody?: Readable;

  // Set by the guards that identify the caller:
  /** Absent on public routes. */
  actor?: ActorIdentity;
  account?: Account;
  session?: Session;
  /** The owner of the key as soon as it is known to exist, even if it no longer works. */
  keyOwner?: KeyOwner;
  /** Set once the key works, from this address and for this route. */
  principal?: Principal;
  /** The client whose own credentials were used, and its organization. */
  callingClientId?: string;
  callingOrganizationId?: string;
  tokenRequest?: TokenRequest;

  // Set by the client's throttler:
  /** The parsed query or body: the price depends on it, and then the handler takes it. */
  asked?: Asked;
  /** What an admitted request took out of the windows, and when. */
  admission?: Admission;
  /** The state of the windows after the decision, in the format of the header. */
  rateLimit?: string;

  // Set by the guards after it:
  /** Who is charged if the request is refused. */
  refusalOf?: string;
  /** Set once a large body has arrived. */
  largeBody?: LargeBody;
  /** The parameters taken out of the query, whose class doesn't have them. */
  guardParameters?: Record<string, unknown>;
  /** The organization that the request is about, on a route with `WithinOrganization`. */
  organization?: Organization;

  // Set by the handler:
  /** The actual cost of a response that costs less than the price of the request. */
  usedUnits?: number;
  /** The point of a request for a single point. */
  meteredPoint?: MeteredPoint;

  /** The problem with which the request was refused or failed. */
  problem?: ProblemBody;
  /** Set while the response counts as unread. */
  unread?: UnreadAnswer;
}

declare module 'fastify' {
  interface FastifyRequest extends RequestProperties {}
}

/** Of a request with a key, which are set in every such request. */
const USUAL = [
  'keyOwner',
  'principal',
  'asked',
  'admission',
  'rateLimit',
  'refusalOf',
  'usedUnits',
  'meteredPoint',
  'problem',
  'unread',
  'lateBody',
] as const satisfies (keyof RequestProperties)[];

/** Gives requests these properties from the start, which is faster than to add them one by one. */
export function declareRequestProperties(fastify: FastifyInstance): void {
  for (const name of USUAL) fastify.decorateRequest(name, undefined);
}

import { networkOf } from '../../core/network/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  type BegunSession,
  type FactorRequest,
  IdentitiesService,
  type Session,
  SessionsService,
} from '../../accounts/index.js';
import { AttemptsService } from '../../core/attempts/index.js';
import type { Actor } from '../../core/http/index.js';
import { CallSlots } from '../../core/outbound/index.js';
import { OrganizationSignInsService } from './organizations/organization-sign-ins.service.js';
import { CLOCK_SKEW_MS, type OpenIdProvider } from './openid-provider.js';
import type { PendingSignIn } from './pending-sign-in.entity.js';
import { PendingSignInsService, type SignInWish } from './pending-sign-ins.service.js';
import { SignInFailure } from './sign-in-failure.js';
import { SignInSecrets } from './sign-in-secrets.js';

/** Sign-ins that may wait for providers at once. */
const MOST_OF_ORGANIZATION = 50;
const MOST_OF_NETWORK = 20;

const NOT_PENDING =
  'The browser has no cookie of this sign-in, or it took more than 10 minutes, was finished already or began elsewhere.';

/** Where a browser goes to sign in, and the token that binds the sign-in to it. */
export interface Departure {
  url: string;
  token: string;
}

/** What a browser brings back from a provider. */
export interface Arrival {
  /** From its cookie. */
  token: string | undefined;
  /** Including the question mark. */
  query: string;
  /** The session that the browser already has. */
  session: Session | undefined;
}

/** Signs people in with OpenID providers, from the button to the session. */
@Injectable()
export class SingleSignOnService {
  private readonly ofOrganizations = new CallSlots(MOST_OF_ORGANIZATION);
  private readonly ofNetworks = new CallSlots(MOST_OF_NETWORK);

  constructor(
    private readonly entityManager: EntityManager,
    private readonly pending: PendingSignInsService,
    private readonly identities: IdentitiesService,
    private readonly organizations: OrganizationSignInsService,
    private readonly sessions: SessionsService,
    private readonly attempts: AttemptsService,
  ) {}

  /** @throws SignInFailure unavailable, Problem too_many_attempts */
  async begin(
    provider: OpenIdProvider,
    wish: Omit<SignInWish, 'providerId'>,
    { address }: Actor,
  ): Promise<Departure> {
    const network = networkOf(String(address));
    await this.attempts.attempt('singleSignOn', network);
    const secrets = new SignInSecrets();
    const asking = this.ask(provider, network, () => provider.authorizationUrl(secrets, wish.isAnew));
    const url = await asking.catch(async (error: unknown) => {
      // The person isn't to blame if the operator's provider is unavailable. An organization's can be made to.
      if (error instanceof SignInFailure && provider.settings.organizationId === undefined)
        await this.attempts.takeBack('singleSignOn', network);
      throw error;
    });
    await this.pending.begin(secrets, { ...wish, providerId: provider.pendingId });
    return { url, token: secrets.token };
  }

  /**
   * Returns where the browser goes next and, unless an account was connected, the new session or the factors to ask
   * for.
   * @throws SignInFailure, and Problem if the person may not sign in
   */
  async finish(
    provider: OpenIdProvider,
    { token, query, session }: Arrival,
    actor: Actor,
  ): Promise<{ next: string; begun?: BegunSession | FactorRequest }> {
    const secrets = new SignInSecrets(token);
    const state = new URLSearchParams(query).get('state');
    const network = networkOf(String(actor.address));
    const { pending, person } = await this.ask(provider, network, async () => {
      const taken = await this.pending.take(secrets, provider.pendingId, state);
      if (!taken) throw new SignInFailure('expired', { detail: NOT_PENDING });
      return { pending: taken, person: await provider.person(query, secrets) };
    });
    const { claims, authenticatedAt } = person;
    const isOrganizations = provider.settings.organizationId !== undefined;
    if (pending.isAnew && !isSince(pending, authenticatedAt))
      throw new SignInFailure('not_anew', {
        detail: `The provider's auth_time is ${authenticatedAt?.toISOString() ?? 'missing'}; the sign-in began at ${pending.createdAt.toISOString()}.`,
      });
    await this.attempts.clear('singleSignOn', network);
    const { next } = pending;
    if (pending.sessionId !== null) {
      if (!session || session.id !== pending.sessionId)
        throw new SignInFailure('expired', { detail: 'The session that connects the identity has ended.' });
      await this.entityManager.transactional(async (em) => {
        await this.identities.connect(session.account, claims, actor);
        if (isOrganizations) await this.organizations.checkConnects(em, provider, person, session.account);
      });
      return { next };
    }
    // Whoever was signed in here before plays no part in this sign-in.
    const newcomer: Actor = { ...actor, accountId: null, sessionId: undefined, signedInAt: undefined };
    const begun = await this.entityManager.transactional(async (em) => {
      const account = isOrganizations
        ? await this.organizations.enter(em, provider, person, newcomer)
        : await this.identities.accountOf(claims, newcomer);
      const begunSession = await this.sessions.beginOrAsk(
        account,
        provider.settings.id,
        newcomer,
        authenticatedAt,
      );
      // Removing the identity waits for this transaction, which has locked the account, or has already happened.
      await this.identities.checkIsOf(account, claims);
      return begunSession;
    });
    if (session) await this.sessions.end(session.account.id, session.id, actor);
    return { next, begun };
  }

  /** @throws Problem too_many_attempts if too many sign-ins of the network or the organization wait for providers */
  private ask<T>({ settings }: OpenIdProvider, network: string, call: () => Promise<T>): Promise<T> {
    const { organizationId } = settings;
    const asOrganizations =
      organizationId === undefined ? call : () => this.ofOrganizations.within(organizationId, call);
    return this.ofNetworks.within(network, asOrganizations);
  }
}

function isSince({ createdAt }: PendingSignIn, authenticatedAt: Date | null): boolean {
  return authenticatedAt !== null && authenticatedAt.getTime() >= createdAt.getTime() - CLOCK_SKEW_MS;
}

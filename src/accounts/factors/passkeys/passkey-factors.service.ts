import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Actor, Problem, newId, requireFreshSignIn } from '../../../core/http/index.js';
import type { Account } from '../../account.entity.js';
import { FactorChecksService } from '../factor-checks.service.js';
import { Factor } from '../factor.entity.js';
import { type AddedFactor, FactorsService } from '../factors.service.js';
import type { PasskeyAttestationDto } from './passkey-credential.dto.js';
import type { PasskeyRequest } from './passkey-options.dto.js';
import { PasskeysService } from './passkeys.service.js';

export const NO_PASSKEYS =
  'Browsers have passkeys only for services at https addresses with a name, and at localhost.';

/** Adds passkeys. */
@Injectable()
export class PasskeyFactorsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly factors: FactorsService,
    private readonly checks: FactorChecksService,
    private readonly passkeys: PasskeysService,
  ) {}

  /**
   * Returns what a browser needs to create a passkey.
   * @throws Problem as `add` does
   */
  async request(known: Account, actor: Actor): Promise<PasskeyRequest> {
    requireFreshSignIn(actor);
    if (!this.passkeys.areOn) throw new Problem('forbidden', { detail: NO_PASSKEYS });
    const account = await this.entityManager.transactional((em) => this.factors.lockToAdd(em, known));
    return this.passkeys.requestNew(account, await this.checks.passkeysOf(account.id), sessionOf(actor));
  }

  /**
   * Adds the passkey that a browser has created. Everything else is as for an authenticator app.
   * @throws Problem fresh_sign_in_required, forbidden if browsers don't support passkeys for the service's URL,
   * email_not_verified, invalid_parameter for a wrong response, and conflict if the account has the maximum number of
   * factors
   */
  async add(
    known: Account,
    name: string,
    response: PasskeyAttestationDto,
    actor: Actor,
  ): Promise<AddedFactor> {
    requireFreshSignIn(actor);
    const answer = await this.passkeys.receive(response, { purpose: 'add', recipient: sessionOf(actor) });
    const made = answer && (await this.passkeys.verifyNew(answer));
    if (!made) throw wrongPasskey();
    const adding = this.entityManager.transactional(async (em) => {
      const account = await this.factors.lockToAdd(em, known);
      if (await em.count(Factor, { credentialId: made.id })) throw wrongPasskey();
      const factor = em.create(Factor, {
        id: newId('fac'),
        account,
        type: 'passkey',
        name,
        credentialId: made.id,
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        signatureCount: made.counter,
        transports: made.transports,
        createdAt: new Date(),
      });
      return this.factors.begin(em, account, factor, actor);
    });
    return adding.catch((error: unknown) => {
      // Another request has added the same passkey in the meantime.
      if (error instanceof UniqueConstraintViolationException) throw wrongPasskey();
      throw error;
    });
  }
}

function wrongPasskey(): Problem {
  return new Problem('invalid_parameter', {
    errors: [{ pointer: '/credential', detail: "The passkey couldn't be verified. Start again." }],
  });
}

function sessionOf({ sessionId }: Actor): string {
  if (sessionId === undefined) throw new Error('A passkey is added in a session.');
  return sessionId;
}

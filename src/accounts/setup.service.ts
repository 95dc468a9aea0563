import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Problem } from '../core/http/index.js';
import { Configuration } from '../core/config/index.js';
import { AccountRegistrationService } from './account-registration.service.js';
import { RegistrationPolicyService } from './registration-policy.service.js';
import { SetupTokenService } from './setup-token.service.js';

/** Makes sure that a new installation gets its administrator. */
@Injectable()
export class SetupService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly registration: AccountRegistrationService,
    private readonly policy: RegistrationPolicyService,
    private readonly setupToken: SetupTokenService,
    private readonly configuration: Configuration,
  ) {}

  /** Creates the configured administrator; in a container without one, logs the setup token for registering it. */
  prepare(logger: Pick<Logger, 'info' | 'warn'>): Promise<void> {
    return RequestContext.create(this.entityManager, () => this.ensureAdministrator(logger));
  }

  private async ensureAdministrator(logger: Pick<Logger, 'info' | 'warn'>): Promise<void> {
    if (await this.policy.hasAdministrator()) return;
    const { adminEmail, adminPassword, isContainer } = this.configuration;
    if (adminEmail !== undefined && adminPassword !== undefined) {
      await this.createAdministrator(adminEmail, adminPassword, logger);
    } else if (isContainer) {
      logger.info(
        { setupToken: this.setupToken.text },
        'There is no administrator yet. Register with this setup_token to become the administrator',
      );
    }
  }

  private async createAdministrator(
    email: string,
    password: string,
    logger: Pick<Logger, 'info' | 'warn'>,
  ): Promise<void> {
    const actor = {
      kind: 'command',
      accountId: null,
      clientId: null,
      address: null,
      requestId: null,
    } as const;
    try {
      const account = await this.registration.register(
        { full_name: 'Administrator', email, password },
        actor,
      );
      logger.info({ accountId: account.id }, 'Created the administrator with ADMIN_EMAIL');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Another replica was faster, unless somebody registered the address as a member.
      if (await this.policy.hasAdministrator()) return;
      logger.warn('The account with ADMIN_EMAIL is not an administrator; no administrator was created');
    }
  }
}

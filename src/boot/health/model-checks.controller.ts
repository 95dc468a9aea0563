import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount, requireAdministrator } from '../../accounts/index.js';
import { AuditLogService } from '../../core/audit/index.js';
import {
  type Actor,
  Budget,
  CurrentActor,
  Endpoint,
  Problem,
  RequiresSession,
  tooManyAttempts,
} from '../../core/http/index.js';
import { IngestReportsService, IngestService } from '../../ingest/index.js';

/** For all administrators together: each check asks the sources of all models. */
const CHECKS_PER_MINUTE = 3;

@ApiTags('Health')
@Controller('v1/status')
export class ModelChecksController {
  private readonly pace = new Budget(CHECKS_PER_MINUTE);

  constructor(
    private readonly ingest: IngestService,
    private readonly reports: IngestReportsService,
    private readonly audit: AuditLogService,
    private readonly entityManager: EntityManager,
  ) {}

  @Post('check')
  @HttpCode(202)
  @RequiresSession()
  @Endpoint({
    id: 'checkForRuns',
    summary: 'Check for model runs now',
    description:
      'Makes the ingest, in whichever process it runs, look for runs of all models at once. A download in progress goes on. For administrators, at most 3 times per minute.',
    problems: ['forbidden', { conflict: 'No ingest is running.' }, 'too_many_attempts'],
  })
  async check(@CurrentAccount() account: Account, @CurrentActor() actor: Actor): Promise<void> {
    requireAdministrator(account);
    if (this.reports.all().every(({ state }) => state === 'off'))
      throw new Problem('conflict', { detail: 'No process fetches model runs.' });
    if (!this.pace.take('all')) throw tooManyAttempts(this.pace.waitSeconds('all'));
    this.audit.record(this.entityManager, {
      action: 'runs.checked',
      actor,
      accountId: account.id,
      targetId: account.id,
    });
    await this.entityManager.flush();
    await this.ingest.check();
  }
}

import { Injectable } from '@nestjs/common';
import { ClientsService, type ManagementCaller } from '../../clients/index.js';
import { toInstant } from '../../core/time/index.js';
import { Problem } from '../../core/http/index.js';
import { statesOf } from '../limits/client-limits.js';
import { holdersOf, type Limited, peek } from '../limits/limit-holders.js';
import { LimitStorage, type Standing } from '../limits/limit.storage.js';
import type { RateLimits } from '../../core/config/index.js';
import { OrganizationsService } from '../../organizations/index.js';
import { type QuotaDto, type QuotaWindowDto } from './quota.dto.js';
import { ReportScopeService } from './report-scope.service.js';

/** Reads the state of a client's windows. */
@Injectable()
export class QuotaService {
  constructor(
    private readonly scopes: ReportScopeService,
    private readonly clients: ClientsService,
    private readonly limits: LimitStorage,
    private readonly organizations: OrganizationsService,
  ) {}

  async read(caller: ManagementCaller, asked: string | undefined): Promise<QuotaDto> {
    const clientId = asked ?? caller.clientId;
    if (clientId === null) {
      const detail = '"client_id" is required: each client has its own limits.';
      throw new Problem('invalid_parameter', { errors: [{ parameter: 'client_id', detail }] });
    }
    await this.scopes.resolve(caller, { client_id: clientId });
    const { rateLimits, organization } = await this.clients.reachable(caller, clientId, 'usage.read');
    const organizationLimits = (await this.organizations.limitsOf(organization.id)) ?? undefined;
    return this.ofClient({ clientId, rateLimits, organizationId: organization.id, organizationLimits });
  }

  /** Returns the quota of a client whose key or token has been verified. */
  async ofClient(client: Limited): Promise<QuotaDto> {
    const holders = holdersOf(client);
    const standings = await peek(this.limits, holders);
    const [windows, shared = []] = holders.map(({ limits }, i) => windowsOf(standings[i], limits));
    return {
      client_id: client.clientId,
      as_of: toInstant(new Date(standings[0].nowMs)),
      windows,
      organization_windows: shared,
    };
  }
}

function windowsOf({ consumption, nowMs }: Standing, limits: RateLimits): QuotaWindowDto[] {
  return statesOf(consumption, limits, nowMs).map(({ resetSeconds, ...state }) => ({
    ...state,
    reset: resetSeconds,
  }));
}

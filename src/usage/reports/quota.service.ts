import { Injectable } from '@nestjs/common';
import type { KeyOwner } from '../../api-keys/index.js';
import { ClientsService, type ManagementCaller } from '../../clients/index.js';
import { toInstant } from '../../core/time/index.js';
import { Problem } from '../../core/http/index.js';
import { statesOf } from '../limits/client-limits.js';
import { LimitStorage, type Standing } from '../limits/limit.storage.js';
import type { RateLimits } from '../../core/config/index.js';
import { OrganizationsService } from '../../organizations/index.js';
import { type QuotaDto, type QuotaWindowDto } from './quota.dto.js';
import { ReportScopeService } from './report-scope.service.js';

type LimitedClient = Pick<KeyOwner, 'clientId' | 'rateLimits' | 'organizationId' | 'organizationLimits'>;

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
  async ofClient({
    clientId,
    rateLimits,
    organizationId,
    organizationLimits,
  }: LimitedClient): Promise<QuotaDto> {
    const standing = await this.limits.standingOf(clientId, rateLimits);
    return {
      client_id: clientId,
      as_of: toInstant(new Date(standing.nowMs)),
      windows: windowsOf(standing, rateLimits),
      organization_windows: organizationLimits
        ? windowsOf(await this.limits.standingOf(organizationId, organizationLimits), organizationLimits)
        : [],
    };
  }
}

function windowsOf({ consumption, nowMs }: Standing, limits: RateLimits): QuotaWindowDto[] {
  return statesOf(consumption, limits, nowMs).map(({ resetSeconds, ...state }) => ({
    ...state,
    reset: resetSeconds,
  }));
}

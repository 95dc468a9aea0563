import { Injectable } from '@nestjs/common';
import { ClientsService } from '../../clients/clients.service.js';
import { type ManagementCaller } from '../../clients/management-caller.types.js';
import { toInstant } from '../../common/time/instant.js';
import { Problem } from '../../http/problems/problem.js';
import { statesOf } from '../limits/client-limits.js';
import { LimitStorage } from '../limits/limit.storage.js';
import { type QuotaDto } from './quota.dto.js';
import { ReportScopeService } from './report-scope.service.js';

/** How a client's windows stand. */
@Injectable()
export class QuotaService {
  constructor(
    private readonly scopes: ReportScopeService,
    private readonly clients: ClientsService,
    private readonly limits: LimitStorage,
  ) {}

  async read(caller: ManagementCaller, asked: string | undefined): Promise<QuotaDto> {
    const clientId = asked ?? caller.clientId;
    if (clientId === null) {
      const detail = '"client_id" is required: each client has its own limits.';
      throw new Problem('invalid_parameter', { errors: [{ parameter: 'client_id', detail }] });
    }
    await this.scopes.resolve(caller, { client_id: clientId });
    const { rateLimits } = await this.clients.reachable(caller, clientId, 'usage.read');
    const { consumption, nowMs } = await this.limits.standingOf(clientId, rateLimits);
    return {
      client_id: clientId,
      as_of: toInstant(new Date(nowMs)),
      windows: statesOf(consumption, rateLimits, nowMs).map(({ resetSeconds, ...state }) => ({
        ...state,
        reset: resetSeconds,
      })),
    };
  }
}

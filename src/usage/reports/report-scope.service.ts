import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../api-keys/api-keys.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { type ManagementCaller } from '../../clients/management-caller.types.js';
import { Problem } from '../../http/problems/problem.js';

const CLIENT_ID = /^cli_[0-9A-Z]{26}$/;
const KEY_ID = /^key_[0-9A-Z]{26}$/;
const ACCOUNT_ID = /^acc_[0-9A-Z]{26}$/;

export interface AskedScope {
  client_id?: string;
  api_key_id?: string;
  account_id?: string;
}

/** Whose usage a report is about; what is absent does not narrow it, and without any it is everybody's. */
export interface ReportScope {
  accountId?: string;
  clientId?: string;
  keyId?: string;
}

/** Decides whose usage a caller may read: an account its own, a client its own, and an administrator anybody's. */
@Injectable()
export class ReportScopeService {
  constructor(
    private readonly clients: ClientsService,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /** @throws Problem not_found for an id that is not the caller's to read, as for one that does not exist. */
  async resolve(caller: ManagementCaller, asked: AskedScope): Promise<ReportScope> {
    const accountId = accountOf(caller, asked.account_id);
    const clientId = asked.client_id ?? caller.clientId ?? undefined;
    if (clientId !== undefined && !(await this.isReadable(caller, clientId, accountId)))
      throw missing('client');
    if (asked.api_key_id !== undefined)
      return this.scopeOfKey(caller, asked.api_key_id, { accountId, clientId });
    return clientId === undefined ? { accountId } : { clientId };
  }

  private async isReadable(caller: ManagementCaller, clientId: string, accountId?: string): Promise<boolean> {
    if (!CLIENT_ID.test(clientId)) return false;
    try {
      const client = await this.clients.reachable(caller, clientId);
      return accountId === undefined || client.account.id === accountId;
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return false;
      throw error;
    }
  }

  private async scopeOfKey(
    caller: ManagementCaller,
    keyId: string,
    outer: ReportScope,
  ): Promise<ReportScope> {
    if (!KEY_ID.test(keyId)) throw missing('API key');
    const clientId = await this.apiKeys.clientIdOf(keyId);
    const isInside = clientId !== undefined && (outer.clientId ?? clientId) === clientId;
    if (!isInside || !(await this.isReadable(caller, clientId, outer.accountId))) throw missing('API key');
    return { clientId, keyId };
  }
}

/** Undefined: every account's. */
function accountOf({ account, clientId }: ManagementCaller, asked: string | undefined): string | undefined {
  const mayReadAll = account.role === 'admin' && clientId === null;
  if (asked === undefined) return mayReadAll ? undefined : account.id;
  if (!ACCOUNT_ID.test(asked) || (!mayReadAll && asked !== account.id)) throw missing('account');
  return asked;
}

function missing(what: string): Problem {
  return new Problem('not_found', { detail: `There is no such ${what}.` });
}

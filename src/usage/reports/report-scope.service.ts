import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../api-keys/index.js';
import { ClientsService, type ManagementCaller } from '../../clients/index.js';
import { OrganizationAccessService } from '../../organizations/index.js';
import { Problem } from '../../core/http/index.js';

const CLIENT_ID = /^cli_[0-9A-Z]{26}$/;
const KEY_ID = /^key_[0-9A-Z]{26}$/;
const ACCOUNT_ID = /^acc_[0-9A-Z]{26}$/;

const ORGANIZATION_ID = /^org_[0-9A-Z]{26}$/;

export interface AskedScope {
  client_id?: string;
  api_key_id?: string;
  account_id?: string;
  organization_id?: string;
}

/** Whose usage a report covers. Absent members don't restrict it; without any, it covers everyone. */
export interface ReportScope {
  /** The account that created the clients. */
  accountId?: string;
  clientIds?: readonly string[];
  keyId?: string;
}

/**
 * Decides whose usage a caller may read: an account that of its organizations, a client its own, and an administrator
 * everyone's.
 */
@Injectable()
export class ReportScopeService {
  constructor(
    private readonly clients: ClientsService,
    private readonly apiKeys: ApiKeysService,
    private readonly access: OrganizationAccessService,
  ) {}

  /** @throws Problem not_found for an ID that doesn't exist or that the caller may not read */
  async resolve(caller: ManagementCaller, asked: AskedScope): Promise<ReportScope> {
    await this.checkOwners(caller, asked);
    const clientId = asked.client_id ?? caller.clientId ?? undefined;
    if (clientId !== undefined && !(await this.isReadable(caller, clientId, asked))) throw missing('client');
    if (asked.api_key_id !== undefined) return this.scopeOfKey(caller, asked.api_key_id, clientId, asked);
    if (clientId !== undefined) return { clientIds: [clientId] };
    if (asked.organization_id !== undefined)
      return {
        accountId: asked.account_id,
        clientIds: await this.clients.idsOf([asked.organization_id]),
      };
    return mayReadAll(caller) ? { accountId: asked.account_id } : this.scopeOfMember(caller, asked);
  }

  private async checkOwners(
    caller: ManagementCaller,
    { account_id, organization_id }: AskedScope,
  ): Promise<void> {
    const isMissing =
      account_id !== undefined &&
      (!ACCOUNT_ID.test(account_id) || (!mayReadAll(caller) && account_id !== caller.account.id));
    if (isMissing) throw missing('account');
    if (organization_id === undefined) return;
    // A client reads only its own usage, not that of its organization.
    if (!ORGANIZATION_ID.test(organization_id) || caller.clientId !== null) throw missing('organization');
    await this.access.check(caller.account, organization_id, 'usage.read');
  }

  /** Uses the account's sums if they cover just the clients that it may read; otherwise lists the clients. */
  private async scopeOfMember({ account }: ManagementCaller, asked: AskedScope): Promise<ReportScope> {
    const clients = await this.clients.within(account, 'usage.read');
    const wanted = asked.account_id === undefined ? clients : clients.filter(({ isCreator }) => isCreator);
    if (wanted.every(({ isCreator, isMember }) => isCreator && isMember)) return { accountId: account.id };
    return { clientIds: wanted.filter(({ isMember }) => isMember).map(({ id }) => id) };
  }

  private async isReadable(
    caller: ManagementCaller,
    clientId: string,
    { account_id, organization_id }: AskedScope,
  ): Promise<boolean> {
    if (!CLIENT_ID.test(clientId)) return false;
    try {
      const { account, organization } = await this.clients.reachable(caller, clientId, 'usage.read');
      return (
        (account_id ?? account.id) === account.id && (organization_id ?? organization.id) === organization.id
      );
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return false;
      throw error;
    }
  }

  private async scopeOfKey(
    caller: ManagementCaller,
    keyId: string,
    outerClientId: string | undefined,
    asked: AskedScope,
  ): Promise<ReportScope> {
    if (!KEY_ID.test(keyId)) throw missing('API key');
    const clientId = await this.apiKeys.clientIdOf(keyId);
    const isInside = (outerClientId ?? clientId) === clientId;
    if (!isInside || !(await this.isReadable(caller, clientId, asked))) throw missing('API key');
    return { clientIds: [clientId], keyId };
  }
}

function mayReadAll({ account, clientId }: ManagementCaller): boolean {
  return account.role === 'admin' && clientId === null;
}

function missing(what: string): Problem {
  return new Problem('not_found', { detail: `There is no such ${what}.` });
}

import type { OrganizationRole } from '../../src/organizations/permissions.js';
import { type ApiCaller, signedInCaller, type SignedInCaller } from './api-caller.js';
import type { TestApp } from './test-app.js';

/** Creates an organization of the caller and returns its ID. */
export async function createOrganization(owner: ApiCaller, name = 'Example Weather Ltd'): Promise<string> {
  return (await owner.post<{ id: string }>('/v1/organizations', { name })).body.id;
}

/** Adds an unverified domain to the organization and returns its ID. */
export async function addDomain(owner: ApiCaller, organizationId: string): Promise<string> {
  const path = `/v1/organizations/${organizationId}/domains`;
  return (await owner.post<{ id: string }>(path, { domain: 'example.com' })).body.id;
}

/** Creates an invitation and returns its token. */
export async function invite(
  inviter: ApiCaller,
  organizationId: string,
  email: string,
  role: OrganizationRole,
): Promise<string> {
  const path = `/v1/organizations/${organizationId}/invitations`;
  const { status, body } = await inviter.post<{ url: string }>(path, { email, role });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.url.split('#token=')[1];
}

/** Makes the account a member of the organization. */
export async function join(
  inviter: ApiCaller,
  organizationId: string,
  member: SignedInCaller,
  role: OrganizationRole,
): Promise<void> {
  const token = await invite(inviter, organizationId, member.email, role);
  const { status, body } = await member.post('/v1/invitations/accept', { token });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

/** Registers an account that is a member of the organization. */
export async function newMember(
  app: TestApp,
  inviter: ApiCaller,
  organizationId: string,
  role: OrganizationRole,
): Promise<SignedInCaller> {
  const member = await signedInCaller(app);
  await join(inviter, organizationId, member, role);
  return member;
}

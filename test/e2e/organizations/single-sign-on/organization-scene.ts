import { signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { CLIENT_ID, CLIENT_SECRET } from '../../../support/openid-issuer.js';
import { createOrganization } from '../../../support/organization-caller.js';
import type { TestApp } from '../../../support/test-app.js';

export interface Company {
  id: string;
  owner: SignedInCaller;
  domain: string;
  /** The path of its issuer. */
  path: string;
}

let companies = 0;

/** Creates an organization with a verified domain. */
export async function createCompany(app: TestApp): Promise<Company> {
  companies += 1;
  const owner = await signedInCaller(app);
  const id = await createOrganization(owner);
  const domain = `company-${companies}.example`;
  await owner.post(`/v1/organizations/${id}/domains`, { domain });
  await app.runSql(`update organization_domains set verified_at = now() where domain = ?`, [domain]);
  return { id, owner, domain, path: `/v1/organizations/${id}/issuer` };
}

/** Sets its issuer, as its owner. */
export const setIssuer = (company: Company, issuer: string, body: object = {}) =>
  company.owner.call('PUT', company.path, {
    body: { issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET, ...body },
  });

import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ForecastAlertPageDto } from '../../../../src/forecast/alerts/forecast-alert.dto.js';
import { ALERTS, createAlert } from '../../../support/alert-caller.js';
import { createClient, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { createOrganization, join } from '../../../support/organization-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
let owner: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
  owner = await signedInCaller(app());
});
const idsOf = async (caller: SignedInCaller, query = '') => {
  const { status, body } = await caller.get<ForecastAlertPageDto>(`${ALERTS}${query}`);
  expect(status).toBe(200);
  return body.data.map(({ id }) => id);
};

describe('200', () => {
  it("lists the alerts of the caller's organizations, newest first, or those of one client or organization", async () => {
    const organizationId = await createOrganization(owner);
    const colleague = await signedInCaller(app());
    await join(owner, organizationId, colleague, 'viewer');
    const own = await createClient(owner);
    const shared = await createClient(owner, { organization_id: organizationId });
    const { id: first } = await createAlert(owner, own);
    const { id: second } = await createAlert(owner, shared);
    const { id: third } = await createAlert(owner, own);

    expect(await idsOf(owner)).toEqual([third, second, first]);
    expect(await idsOf(owner, `?client_id=${own}`)).toEqual([third, first]);
    expect(await idsOf(owner, `?organization_id=${organizationId}`)).toEqual([second]);
    expect(await idsOf(owner, `?organization_id=${organizationId}&client_id=${own}`)).toEqual([]);
    expect(await idsOf(colleague)).toEqual([second]);
    expect(await idsOf(admin)).toEqual([]);
    expect(await idsOf(admin, `?client_id=${own}`)).toEqual([third, first]);

    const { body } = await owner.get<ForecastAlertPageDto>(`${ALERTS}?limit=2`);
    expect(body.data.map(({ id }) => id)).toEqual([third, second]);
    expect(await idsOf(owner, `?limit=2&cursor=${body.next_cursor}`)).toEqual([first]);
  });

  it("leaves out those of a deleted client, which can't be read or deleted either", async () => {
    const clientId = await createClient(owner);
    const { id } = await createAlert(owner, clientId);
    await owner.delete(`/v1/clients/${clientId}`);
    expect(await idsOf(owner)).not.toContain(id);
    expect((await owner.get(`${ALERTS}/${id}`)).status).toBe(404);
    expect((await owner.delete(`${ALERTS}/${id}`)).status).toBe(404);
  });

  it("includes all of the account's own alerts in its export", async () => {
    const member = await signedInCaller(app());
    const alert = await createAlert(member, await createClient(member));
    const { body } = await member.get<Record<string, unknown>>('/v1/accounts/me/export');
    expect(body.forecast_alerts).toEqual([{ ...alert, ...(await member.get(`${ALERTS}/${alert.id}`)).body }]);
  });
});

it.each(['client_id=org_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'organization_id=x', 'state=raised', 'limit=0'])(
  '400 for %s',
  async (query) => {
    const parameters = [query.split('=')[0]];
    const answer = await owner.get(`${ALERTS}?${query}`);
    expectProblem(answer, 400, 'invalid_parameter', { instance: ALERTS, parameters });
  },
);

it("404 for another account's client or organization", async () => {
  const stranger = await signedInCaller(app());
  const clientId = await createClient(owner);
  const organizationId = await createOrganization(owner);
  for (const query of [`client_id=${clientId}`, `organization_id=${organizationId}`])
    expectProblem(await stranger.get(`${ALERTS}?${query}`), 404, 'not_found', { instance: ALERTS });
});

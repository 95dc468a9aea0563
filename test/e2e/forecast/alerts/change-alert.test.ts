import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ForecastAlertDto } from '../../../../src/forecast/alerts/forecast-alert.dto.js';
import { EndedAlertsSweeper } from '../../../../src/forecast/alerts/ended-alerts.sweeper.js';
import { ALERTS, createAlert } from '../../../support/alert-caller.js';
import { createClient, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
let owner: SignedInCaller;
let alert: ForecastAlertDto;
beforeAll(async () => {
  owner = await signedInCaller(app());
  alert = await createAlert(owner, await createClient(owner));
});
const change = (body: Record<string, unknown>, caller = owner) =>
  caller.call<ForecastAlertDto>('PATCH', `${ALERTS}/${alert.id}`, { body });
const lastAudit = async () =>
  (await owner.get<{ data: Record<string, unknown>[] }>('/v1/audit?limit=1')).body.data[0];

describe('PATCH', () => {
  it('changes the given members, and nothing else', async () => {
    const changes = [
      { name: 'Renamed' },
      { field: 'windGust', comparison: 'above', value: 20 },
      { units: 'imperial', hysteresis: 2 },
      { lat: -33.8688, lon: 151.2093 },
      { lead_hours: { from: 6, to: 12 } },
      { model: 'gfs' },
      { model: null },
      { enabled: false },
    ];
    for (const members of changes) {
      const { body: before } = await owner.get<ForecastAlertDto>(`${ALERTS}/${alert.id}`);
      const { status, body } = await change(members);
      expect(status).toBe(200);
      expect(body).toEqual({ ...before, ...members, updated_at: body.updated_at });
      expect(await lastAudit()).toMatchObject({ action: 'forecast_alert.updated', details: members });
    }
  });

  it("disables an alert whose model was removed, but doesn't accept other hours for it", async () => {
    const { id } = await createAlert(owner, await createClient(owner));
    await app().runSql(`update forecast_alerts set model = 'aifs' where id = ?`, [id]);
    const off = await owner.call('PATCH', `${ALERTS}/${id}`, { body: { enabled: false } });
    expect(off).toMatchObject({ status: 200, body: { enabled: false, model: 'aifs' } });
    const hours = { lead_hours: { from: 6, to: 12 } };
    expect((await owner.call('PATCH', `${ALERTS}/${id}`, { body: hours })).status).toBe(400);
  });

  it('moves to a place, and away from it', async () => {
    // By GeoNames: 64.13548, -21.89541.
    const { body } = await change({ place: 'Reykjavík' });
    expect(body).toMatchObject({
      lat: 64.1355,
      lon: -21.8954,
      place: { name: 'Reykjavík', country_code: 'IS' },
    });
    expect((await change({ lat: 1, lon: 2 })).body).toMatchObject({ lat: 1, lon: 2, place: null });
  });

  it.each<[string, Record<string, unknown>]>([
    ['/lat', { lat: 1, lon: 181, place: undefined }],
    ['/lon', { lat: 1 }],
    ['/lead_hours/to', { lead_hours: { from: 9, to: 3 } }],
    ['/model', { model: 'ifs' }],
    ['/value', { value: null }],
    ['/client_id', { client_id: 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
  ])('400 for an invalid %s: %j', async (pointer, members) => {
    const pointers = [pointer === '/lat' ? '/lon' : pointer];
    const instance = `${ALERTS}/${alert.id}`;
    expectProblem(await change(members), 400, 'invalid_parameter', { instance, pointers });
  });
});

describe('DELETE', () => {
  it('deletes the alert', async () => {
    const { id } = await createAlert(owner, alert.client_id, { name: 'Gone' });
    expect((await owner.delete(`${ALERTS}/${id}`)).status).toBe(204);
    expect(await lastAudit()).toMatchObject({ action: 'forecast_alert.deleted', details: { name: 'Gone' } });
    const answer = await owner.delete(`${ALERTS}/${id}`);
    expectProblem(answer, 404, 'not_found', { instance: `${ALERTS}/${id}` });
  });

  it('of a client deletes its alerts', async () => {
    const clientId = await createClient(owner);
    const { id } = await createAlert(owner, clientId);
    await owner.delete(`/v1/clients/${clientId}`);
    await app().app.get(EndedAlertsSweeper).work(new Date());
    expect(await app().runSql('select id from forecast_alerts where id = ?', [id])).toEqual([]);
    expect((await owner.get(`${ALERTS}/${alert.id}`)).status).toBe(200);
  });
});

it('404 for a caller outside the organization', async () => {
  const stranger = await signedInCaller(app());
  const path = `${ALERTS}/${alert.id}`;
  for (const answer of [await stranger.get(path), await change({}, stranger), await stranger.delete(path)])
    expectProblem(answer, 404, 'not_found', { instance: path });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ForecastAlertDto } from '../../../../src/forecast/alerts/forecast-alert.dto.js';
import { ALERTS, createAlert, FROST } from '../../../support/alert-caller.js';
import { createClient, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({
  MODELS: 'gfs,icon-eu,gefs',
  GFS_MAX_STEP: '240',
  MAX_ALERTS_PER_ORGANIZATION: '12',
});
let owner: SignedInCaller;
let clientId: string;
beforeAll(async () => {
  owner = await signedInCaller(app());
  clientId = await createClient(owner);
});
const create = (members: Record<string, unknown> = {}, caller = owner) =>
  caller.post<ForecastAlertDto>(ALERTS, { ...FROST, client_id: clientId, ...members });

describe('201', () => {
  it('returns the given members, and defaults for the rest', async () => {
    const { status, body } = await create({ lat: 42.34781, lon: -71.04664 });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^fal_\w{26}$/) as unknown,
      client_id: clientId,
      organization_id: expect.stringMatching(/^org_/) as unknown,
      name: 'Frost',
      field: 'temperature',
      comparison: 'below',
      value: 0,
      units: 'metric',
      hysteresis: 0,
      lat: 42.3478,
      lon: -71.0466,
      place: null,
      lead_hours: { from: 0, to: 48 },
      model: null,
      enabled: true,
      state: 'pending',
      last_evaluation: null,
      last_error: null,
      created_at: expect.stringMatching(/Z$/) as unknown,
      updated_at: body.created_at,
    });
    expect((await owner.get(`${ALERTS}/${body.id}`)).body).toEqual(body);
  });

  it('accepts everything that can be set', async () => {
    const members = {
      name: 'Heat',
      field: 'windGustP90',
      comparison: 'at_least',
      value: 55.5,
      units: 'imperial',
      hysteresis: 5,
      lead_hours: { from: 24, to: 120 },
      model: 'icon-eu',
      enabled: false,
    };
    expect((await create(members)).body).toMatchObject(members);
  });

  it('accepts the name of a place', async () => {
    const { body } = await create({ lat: undefined, lon: undefined, place: ' Paris, TX ' });
    // By GeoNames: 33.66094, -95.55551.
    expect(body).toMatchObject({ lat: 33.6609, lon: -95.5555 });
    expect(body.place).toMatchObject({ name: 'Paris', country_code: 'US', admin: 'Texas' });
    const { body: again } = await create({ lat: undefined, lon: undefined, place: body.place!.id });
    expect(again).toMatchObject({ lat: body.lat, lon: body.lon, place: body.place });
  });

  it('is audited', async () => {
    const { id } = await createAlert(owner, clientId, { name: 'Audited' });
    const { body } = await owner.get<{ data: Record<string, unknown>[] }>('/v1/audit?limit=1');
    expect(body.data[0]).toMatchObject({
      action: 'forecast_alert.created',
      target_id: id,
      client_id: clientId,
      details: { name: 'Audited' },
    });
  });
});

describe('400', () => {
  it.each<[string, Record<string, unknown>]>([
    ['/client_id', { client_id: 'key_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
    ['/name', { name: '' }],
    ['/field', { field: 'temperatureMax' }],
    ['/field', { field: ['temperature'] }],
    ['/field', { field: undefined }],
    ['/comparison', { comparison: '<' }],
    ['/value', { value: '0' }],
    ['/value', { value: 1e7 }],
    ['/value', { value: null }],
    ['/units', { units: 'kelvin' }],
    ['/hysteresis', { hysteresis: -1 }],
    ['/lat', { lat: 90.1 }],
    ['/lat', { lat: undefined }],
    ['/lon', { lon: undefined }],
    ['/lat', { lat: undefined, lon: undefined }],
    ['/place', { place: 'Boston' }],
    ['/place', { lat: undefined, lon: undefined, place: 'Xyzzyx' }],
    ['/place', { lat: undefined, lon: undefined, place: '' }],
    ['/lead_hours/to', { lead_hours: { from: 5, to: 5 } }],
    ['/lead_hours/from', { lead_hours: { from: -1, to: 5 } }],
    ['/lead_hours/to', { lead_hours: { from: 0, to: 1.5 } }],
    ['/lead_hours/to', { lead_hours: { from: 0, to: 241 } }],
    ['/lead_hours/to', { lead_hours: { from: 0, to: 121 }, model: 'icon-eu' }],
    ['/lead_hours/until', { lead_hours: { from: 0, to: 5, until: 6 } }],
    ['/model', { model: 'ifs' }],
    ['/model', { model: 'gefs' }],
    ['/model', { model: 'climatology' }],
    ['/enabled', { enabled: 'yes' }],
    ['/state', { state: 'raised' }],
  ])('for an invalid %s: %j', async (pointer, members) => {
    expectProblem(await create(members), 400, 'invalid_parameter', { instance: ALERTS, pointers: [pointer] });
  });
});

describe('404', () => {
  it("for another account's client, exactly as for a missing one", async () => {
    const other = await createClient(await signedInCaller(app()));
    for (const client_id of [other, 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV']) {
      const answer = await create({ client_id }, await signedInCaller(app()));
      expectProblem(answer, 404, 'not_found', { instance: ALERTS });
    }
  });
});

describe('409', () => {
  it('above the limit of an organization, however many requests arrive at once', async () => {
    const member = await signedInCaller(app());
    const clients = [await createClient(member), await createClient(member)];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => create({ client_id: clients[i % 2] }, member)),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(4);
    expectProblem(refused[0], 409, 'conflict', { instance: ALERTS });

    const [{ body }] = answers.filter(({ status }) => status === 201);
    await member.delete(`${ALERTS}/${body.id}`);
    expect((await create({ client_id: clients[0] }, member)).status).toBe(201);
  });
});

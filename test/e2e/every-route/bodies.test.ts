/** @slow */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { AttemptsService } from '../../../src/core/attempts/attempts.service.js';
import {
  type Answer,
  ApiCaller,
  createApiKey,
  createClient,
  PASSWORD,
  signedInCaller,
} from '../../support/api-caller.js';
import { createAlert, FROST } from '../../support/alert-caller.js';
import { fillPath, PROBLEM_ROUTES } from '../../support/documented-routes.js';
import { SoftwarePasskey } from '../../support/passkeys.js';
import { FACTORS } from '../../support/factors.js';
import { BATCH_BODY, createKeyedClient, POINT_BODY } from '../../support/forecast-caller.js';
import { createOrganization } from '../../support/organization-caller.js';
import { expectProblem } from '../../support/problems.js';
import { sendRaw } from '../../support/raw-request.js';
import { type TestApp, useTestApp } from '../../support/test-app.js';
import { createWebhook } from '../../support/webhook-caller.js';

const LIMIT_BYTES = 64 * 1024;

/** A caller that may use the route, with the headers and ids of the path that it needs. */
interface Admitted {
  caller: ApiCaller;
  headers?: Record<string, string>;
  ids?: Record<string, string>;
}

interface BodyRoute {
  body: Record<string, unknown>;
  /** The status of the response to a valid body. */
  accepted: number;
  /** The largest accepted body, if that isn't 64 kB. */
  mostBytes?: number;
  admit: (app: TestApp) => Promise<Admitted>;
}

const anybody = (app: TestApp): Promise<Admitted> => Promise.resolve({ caller: new ApiCaller(app.url) });

async function member(app: TestApp): Promise<Admitted> {
  return { caller: await signedInCaller(app) };
}

async function withKey(app: TestApp): Promise<Admitted> {
  const { key } = await createKeyedClient(app);
  return { caller: new ApiCaller(app.url), headers: { apikey: key } };
}

async function owner(app: TestApp): Promise<Admitted> {
  const caller = await signedInCaller(app);
  const clientId = await createClient(caller);
  const { id: keyId } = await createApiKey(caller, clientId);
  return { caller, ids: { clientId, keyId } };
}

async function ownerOfRevokedKey(app: TestApp): Promise<Admitted> {
  const admitted = await owner(app);
  const { clientId, keyId } = admitted.ids!;
  await admitted.caller.delete(`/v1/clients/${clientId}/api-keys/${keyId}`);
  return admitted;
}

async function ownerOfAlert(app: TestApp): Promise<Admitted> {
  const { caller, ids } = await owner(app);
  return { caller, ids: { alertId: (await createAlert(caller, ids!.clientId)).id } };
}

async function ownerOfOrganization(app: TestApp): Promise<Admitted> {
  const caller = await signedInCaller(app);
  return { caller, ids: { organizationId: await createOrganization(caller), accountId: caller.accountId } };
}

let admin: Admitted;
const administrator = (): Promise<Admitted> => Promise.resolve(admin);

async function administratorWithFactor(): Promise<Admitted> {
  const { body } = await admin.caller.post<{ id: string }>(`${FACTORS}/totp`, {});
  return { caller: admin.caller, ids: { factorId: body.id } };
}

async function ownerOfWebhook(app: TestApp): Promise<Admitted> {
  const caller = await signedInCaller(app);
  return { caller, ids: { webhookId: await createWebhook(caller) } };
}

const PASSKEY = new SoftwarePasskey('https://example.com');
const OPTIONS = { challenge: 'x', rpId: 'example.com', rp: { id: 'example.com' }, user: { id: 'x' } };
const ASSERTION = PASSKEY.get(OPTIONS);
const ATTESTATION = PASSKEY.create(OPTIONS);

/** Each route accepts its body repeatedly. */
const ROUTES: Record<string, BodyRoute> = {
  // Valid, but the address is taken.
  createAccount: {
    body: { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD },
    accepted: 409,
    admit: anybody,
  },
  updateOwnAccount: { body: { full_name: 'Ada' }, accepted: 200, admit: member },
  // Valid, but refused to the last administrator.
  deleteOwnAccount: { body: { password: PASSWORD }, accepted: 409, admit: administrator },
  changeEmail: { body: { email: 'Ada@example.net' }, accepted: 200, admit: member },
  findSignIn: { body: { email: 'ada@example.com' }, accepted: 200, admit: member },
  // The organization has no verified domain.
  setOrganizationIssuer: {
    body: { issuer: 'https://login.example.com', client_id: 'weather', client_secret: 'secret' },
    accepted: 409,
    admit: ownerOfOrganization,
  },
  // Valid, but the token doesn't exist.
  verifyEmail: { body: { token: 'x' }, accepted: 400, admit: anybody },
  changePassword: {
    body: { current_password: PASSWORD, new_password: PASSWORD },
    accepted: 204,
    admit: member,
  },
  updateAccount: { body: { full_name: 'Ada' }, accepted: 200, admit: administrator },
  // For `resetPassword`: valid, but the token doesn't exist.
  requestPasswordReset: { body: { email: 'ada@example.com' }, accepted: 202, admit: anybody },
  resetPassword: { body: { token: 'x', new_password: PASSWORD }, accepted: 400, admit: anybody },
  createSession: { body: { email: 'ada@example.com', password: PASSWORD }, accepted: 201, admit: anybody },
  // Valid, but the tokens don't exist.
  createSessionByLink: { body: { token: 'x' }, accepted: 400, admit: anybody },
  finishSignIn: { body: { token: 'x', code: '123456' }, accepted: 400, admit: anybody },
  // Valid, but it responds to no challenge.
  createSessionByPasskey: { body: { credential: ASSERTION }, accepted: 401, admit: anybody },
  getFactorOptions: { body: { token: 'x' }, accepted: 400, admit: anybody },
  addPasskey: { body: { credential: ATTESTATION }, accepted: 400, admit: administrator },
  addTotpFactor: { body: { name: 'Phone' }, accepted: 201, admit: administrator },
  // Well-formed, but not a valid code.
  confirmFactor: { body: { code: 'x' }, accepted: 400, admit: administratorWithFactor },
  // Valid, but the provider doesn't exist.
  connectIdentity: { body: { provider: 'oidc' }, accepted: 404, admit: member },
  createPersonalAccessToken: {
    body: {
      name: 'Report',
      scopes: ['usage:read'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
    accepted: 201,
    admit: member,
  },
  createClient: { body: { name: 'Station' }, accepted: 201, admit: member },
  updateClient: { body: { name: 'Station' }, accepted: 200, admit: owner },
  rotateClientSecret: { body: { overlap_seconds: 0 }, accepted: 201, admit: owner },
  createApiKey: { body: { name: 'Station' }, accepted: 201, admit: owner },
  updateApiKey: { body: { name: 'Station' }, accepted: 200, admit: owner },
  // Valid, but a revoked key can't be rotated.
  rotateApiKey: { body: { overlap_seconds: 0 }, accepted: 409, admit: ownerOfRevokedKey },
  // Valid, but the client doesn't exist.
  createForecastAlert: {
    body: { ...FROST, client_id: 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV' },
    accepted: 404,
    admit: member,
  },
  updateForecastAlert: { body: { value: -1 }, accepted: 200, admit: ownerOfAlert },
  createOrganization: { body: { name: 'Example Ltd' }, accepted: 201, admit: member },
  updateOrganization: { body: { name: 'Example Ltd' }, accepted: 200, admit: ownerOfOrganization },
  createInvitation: {
    body: { email: 'guest@example.com', role: 'viewer' },
    accepted: 201,
    admit: ownerOfOrganization,
  },
  // Valid, but private addresses are refused.
  createWebhook: { body: { url: 'https://127.0.0.1' }, accepted: 400, admit: member },
  updateWebhook: { body: { description: 'Map' }, accepted: 200, admit: ownerOfWebhook },
  rotateWebhookSecret: { body: { overlap_seconds: 0 }, accepted: 201, admit: ownerOfWebhook },
  // Valid, but a public suffix.
  addDomain: { body: { domain: 'co.uk' }, accepted: 400, admit: ownerOfOrganization },
  // Valid, but refused to the last owner.
  updateMember: { body: { role: 'viewer' }, accepted: 409, admit: ownerOfOrganization },
  // Valid, but the tokens don't exist.
  previewInvitation: { body: { token: 'x' }, accepted: 400, admit: member },
  acceptInvitation: { body: { token: 'x' }, accepted: 400, admit: member },
  postForecast: { body: POINT_BODY, accepted: 200, admit: withKey },
  postForecasts: { body: BATCH_BODY, accepted: 200, admit: withKey },
  createForecastJob: { body: BATCH_BODY, accepted: 202, admit: withKey, mostBytes: 2 ** 21 },
};

const app = useTestApp({
  TRUSTED_PROXIES: '127.0.0.1',
  MAX_ORGANIZATIONS_PER_ACCOUNT: '100',
});
beforeAll(async () => {
  const caller = await signedInCaller(app());
  admin = { caller, ids: { accountId: caller.accountId } };
  const { body } = ROUTES.createAccount;
  expect((await new ApiCaller(app().url).post('/v1/accounts', body)).status).toBe(201);
});

it('covers every route that accepts a body', () => {
  const documented = PROBLEM_ROUTES.filter(({ body }) => body !== undefined);
  expect(Object.keys(ROUTES).sort()).toEqual(documented.map(({ operationId }) => operationId).sort());
});

describe.each(Object.entries(ROUTES))(
  '%s',
  (operationId, { body, accepted, admit, mostBytes = LIMIT_BYTES }) => {
    const { method, path } = PROBLEM_ROUTES.find((route) => route.operationId === operationId)!;
    const json = JSON.stringify(body);
    let caller: ApiCaller;
    let instance: string;
    let own: Record<string, string>;
    beforeAll(async () => {
      // All accounts come from one network, whose registrations are throttled.
      await app().app.get(AttemptsService).clear('registration', '127.0.0.1');
      const admitted = await admit(app());
      caller = admitted.caller;
      instance = fillPath(path, admitted.ids ?? {});
      // Each route gets its own address, since refusals are counted per address.
      const address = `2001:db8:${Object.keys(ROUTES).indexOf(operationId)}::1`;
      own = { 'x-forwarded-for': address, ...admitted.headers };
    });

    const send = (text: string, headers: Record<string, string> = {}, query = ''): Promise<Answer> =>
      caller.call(method, `${instance}${query}`, { body: text, headers: { ...own, ...headers } });
    const withMember = (member: string) => `${json.slice(0, -1)},${member}}`;
    const filled = (bytes: number) => `${json.slice(0, -1)}${' '.repeat(bytes - json.length)}}`;

    describe('400', () => {
      it.each(['{', '{"name":1,"name":1}', '{"name":}', "{'name':'x'}", 'name=x', 'NaN', '{} {}', '\0'])(
        'rejects %j, which is not JSON or repeats a member',
        async (text) => {
          expectProblem(await send(text), 400, 'malformed_body', { instance });
        },
      );

      it.each(['null', '[]', '[{}]', '"text"', '1', 'true'])(
        'rejects %s, which is not an object',
        async (text) => {
          expectProblem(await send(text), 400, 'invalid_parameter', { instance, pointers: [''] });
        },
      );

      it.each([
        'unknown',
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'hasOwnProperty',
        '__defineGetter__',
      ])('rejects the unknown member %s', async (name) => {
        const answer = await send(withMember(`${JSON.stringify(name)}:{"polluted":true}`));
        expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [`/${name}`] });
      });

      it('reports unknown members as JSON pointers', async () => {
        const answer = await send(withMember('"a/b~c":1,"":2'));
        expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: ['/a~1b~0c', '/'] });
      });

      it.each([
        ['arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
        ['objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
      ])('rejects deeply nested %s', async (_, value) => {
        const answer = await send(withMember(`"deep":${value}`));
        expect(answer.body).toMatchObject({ code: 'invalid_parameter', errors: [{}] });
        expect(answer.status).toBe(400);
      });

      it('rejects query parameters', async () => {
        const answer = await send(json, {}, '?dry_run=1&__proto__=2');
        expectProblem(answer, 400, 'invalid_parameter', { instance, parameters: ['dry_run', '__proto__'] });
      });
    });

    describe('413', () => {
      it('rejects a body one kilobyte too large', async () => {
        expectProblem(await send(filled(mostBytes + 1024)), 413, 'payload_too_large', { instance });
      });

      it('rejects a chunked body one byte too large', async () => {
        const text = filled(mostBytes + 1);
        const answer = await sendRaw(caller.url, {
          method,
          path: instance,
          headers: {
            'content-type': 'application/json',
            cookie: caller.cookie ?? '',
            'transfer-encoding': 'chunked',
            ...own,
          },
          body: [text.slice(0, mostBytes), text.slice(mostBytes)],
        });
        expectProblem(answer, 413, 'payload_too_large', { instance });
      });

      it('accepts a body of the maximum size', async () => {
        expect((await send(filled(mostBytes))).status).toBe(accepted);
      });
    });

    describe('415', () => {
      it.each([
        'text/plain',
        'text/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/merge-patch+json',
        'application/jsonp',
        'nonsense',
      ])('rejects %s', async (type) => {
        expectProblem(await send(json, { 'content-type': type }), 415, 'unsupported_media_type', {
          instance,
        });
      });

      it('rejects a body without a content type', async () => {
        const headers = { cookie: caller.cookie ?? '', ...own };
        const answer = await sendRaw(caller.url, { method, path: instance, headers, body: json });
        expectProblem(answer, 415, 'unsupported_media_type', { instance });
      });

      it('rejects a compressed body, and says that only identity is accepted', async () => {
        const answer = await send(json, { 'content-encoding': 'gzip' });
        expectProblem(answer, 415, 'unsupported_media_type', { instance });
        expect(answer.headers.get('accept-encoding')).toBe('identity');
      });

      it('accepts JSON in any case and with a charset', async () => {
        const type = { 'content-type': 'Application/JSON; Charset=UTF-8', 'content-encoding': 'identity' };
        expect((await send(json, type)).status).toBe(accepted);
      });
    });
  },
);

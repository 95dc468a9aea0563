import { beforeAll, describe, expect, it } from '@jest/globals';
import { IngestStatusesService } from '../../../../src/ingest/status/ingest-statuses.service.js';
import { ApiCaller, type SignedInCaller, signedInCaller } from '../../../support/api-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

interface Status {
  data: { model: string; newestRun: string | null; state: { code: string; detail: string } }[];
}

const open = useTestApp({ MODELS: 'gfs,ifs', STATUS_PAGE: 'public' });
const closed = useTestApp();
const off = useTestApp({ STATUS_PAGE: 'off' });

const ask = (app = open()) => new ApiCaller(app.url).get<Status>('/v1/status');
const page = (app = open()) =>
  sendRaw<string>(app.url, { path: '/status', headers: { accept: 'text/html' } });

describe('200', () => {
  beforeAll(async () => {
    await publishRun(open());
  });

  it('returns one state for each model, for anyone if it is public', async () => {
    const { status, headers, body } = await ask();

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(body.data.map(({ model, state }) => [model, state.code])).toEqual([
      ['gfs', 'off'],
      ['ifs', 'off'],
    ]);
    expect((await page()).status).toBe(200);
  });

  it('names no sources, hosts or errors', async () => {
    const status = open().app.get(IngestStatusesService).of('ifs');
    status.wait(new Date());
    status.fail(new Error('connect ECONNREFUSED 10.0.0.7:443 secret.example'), new Date());
    status.noteSources([
      { location: 'https://secret.example', state: 'failing', error: 'ConnectionError', steps: 0 },
    ]);
    const { body } = await ask();

    expect(body.data[1].state).toMatchObject({ code: 'failing' });
    expect(JSON.stringify(body)).not.toMatch(/secret|10\.0\.0\.7|ECONN|Error|https?:/);
  });

  it('returns it to members, and only they may keep it', async () => {
    const member: SignedInCaller = await signedInCaller(closed());
    const { status, headers } = await member.get('/v1/status');

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(headers.get('vary')).toMatch(/cookie/i);
  });
});

describe('304', () => {
  it('is for a caller who has this state, until it changes', async () => {
    const etag = (await ask()).headers.get('etag')!;
    const again = () => sendRaw(open().url, { path: '/v1/status', headers: { 'if-none-match': etag } });

    expect((await again()).status).toBe(304);
    open().app.get(IngestStatusesService).of('gfs').wait(new Date());
    expect((await again()).status).toBe(200);
  });
});

describe('401', () => {
  it('is for those who are not signed in, unless it is public', async () => {
    const { status, body } = await ask(closed());

    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'unauthenticated' });
    expect((await page(closed())).status).toBe(200);
  });
});

describe('404', () => {
  it('is for everyone if it is off, also for the page', async () => {
    const member = await signedInCaller(off());

    expect((await member.get('/v1/status')).status).toBe(404);
    expect((await ask(off())).status).toBe(404);
    expect((await page(off())).status).toBe(404);
  });
});

describe('429', () => {
  it('is for an address that asks more than 60 times a minute', async () => {
    const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await ask(closed())).status));

    // Without a session, the guard refuses before the pace counts.
    expect(new Set(statuses)).toEqual(new Set([401]));
    const paced = await Promise.all(Array.from({ length: 70 }, async () => (await ask()).status));
    expect(paced).toContain(429);
  });
});

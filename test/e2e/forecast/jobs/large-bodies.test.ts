import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { MikroORM } from '@mikro-orm/postgresql';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { REFUSALS_PER_MINUTE } from '../../../../src/core/http/access/pace/request-pace.service.js';
import { Gazetteer } from '../../../../src/weather/gazetteer/gazetteer.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { bodyOf, JobCaller, JOBS } from '../../../support/job-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=100000' });
const jobs = new JobCaller(app);
let client: KeyedClient;
let other: KeyedClient;
beforeAll(async () => {
  await publishRun(app());
  client = await createKeyedClient(app());
  other = await createKeyedClient(app());
  // Loads the places, which takes a time that would count.
  await jobs.submit(unknownPlaces(1), client);
});

const MIB = 2 ** 20;
const unknownPlaces = (count: number) => ({
  locations: Array.from({ length: count }, (_, i) => ({ place: `qqqq${i}` })),
});

/** Declares a body of 1 MiB, sends some of it, and returns the response's status line and the connection. */
function begin(headers: string, sent = ''): { socket: Socket; status: () => Promise<string> } {
  const socket = connect(Number(new URL(app().url).port), '127.0.0.1');
  socket.write(
    `POST ${JOBS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n${headers}\r\n${sent}`,
  );
  const answer = once(socket, 'data') as Promise<[Buffer]>;
  return { socket, status: async () => (await answer)[0].toString().split('\r\n')[0] };
}

describe('a large body', () => {
  it('is not read before the key', async () => {
    const { socket, status } = begin('');
    expect(await status()).toBe('HTTP/1.1 401 Unauthorized');
    socket.destroy();
  });

  it.each([
    ['an unsupported media type', { 'content-type': 'text/plain' }, 415],
    ['a coding', { 'content-encoding': 'gzip' }, 415],
  ])('is refused for %s', async (_, headers, status) => {
    const response = await fetch(app().url + JOBS, {
      method: 'POST',
      headers: { apikey: client.key, 'content-type': 'application/json', ...headers },
      body: ' '.repeat(MIB),
    });
    expect(response.status).toBe(status);
  });

  it('occupies one of four places of its account until it has arrived', async () => {
    const held = Array.from({ length: 4 }, () => begin(`apikey: ${client.key}\r\n`, '{"locations":['));
    let answer = await jobs.submit(bodyOf(1), client);
    // The service may not have seen all of them yet.
    while (answer.status === 202) answer = await jobs.submit(bodyOf(1), client);
    expectProblem(answer, 503, 'overloaded', { instance: JOBS });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await jobs.submit(bodyOf(1), other)).status).toBe(202);

    for (const { socket } of held) socket.destroy();
    while (answer.status === 503) answer = await jobs.submit(bodyOf(1), client);
    expect(answer.status).toBe(202);
  });

  it('is refused for a number that the database could not store', async () => {
    const tiny = await jobs.submit(
      '{"locations":[{"lat":1e-20000,"lon":0}],"fields":["temperature"]}',
      other,
    );
    expectProblem(tiny, 400, 'malformed_body', { instance: JOBS });
  });

  it('is stored without a search for its quotes, which would block other requests', async () => {
    const escape = jest.spyOn(app().app.get(MikroORM).driver.getPlatform(), 'escape');
    const { status } = await jobs.submit(bodyOf(10_000), other);
    const texts = escape.mock.calls.flat().filter((value) => typeof value === 'string');
    escape.mockRestore();

    expect(status).toBe(202);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(64 * 1024);
  });

  it('is checked up to the twentieth fault', async () => {
    const lookUps = jest.spyOn(Gazetteer.prototype, 'named');
    const { body } = await jobs.submit(unknownPlaces(10_000), client);
    const looked = lookUps.mock.calls.length;
    jest.restoreAllMocks();

    expect(body).toMatchObject({ status: 400 });
    expect((body as unknown as { errors: unknown[] }).errors).toHaveLength(20);
    expect(looked).toBe(20);
  });
});

it('counts a refusal as several, by the size of the body', async () => {
  // 13 times 16 kB, and the time that checking takes.
  const body = JSON.stringify(unknownPlaces(10_000));
  const refusalsOfOne = 1 + Math.floor(body.length / (16 * 1024));
  const statuses: number[] = [];
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  while (statuses.at(-1) !== 429) {
    const { status } = await jobs.submit(body, other);
    statuses.push(status);
  }
  clock.mockRestore();
  expect(statuses.length - 1).toBeLessThanOrEqual(Math.ceil(REFUSALS_PER_MINUTE / refusalsOfOne));
});

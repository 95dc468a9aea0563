import { beforeAll, expect, it } from '@jest/globals';
import { type OutgoingHttpHeaders } from 'node:http';
import { askForecast, createKeyedClient, postForecasts } from '../../support/forecast-caller.js';
import { generator } from '../../support/random.js';
import { useTestApp } from '../../support/test-app.js';
import { GRID, StoredWorld } from './stored-world.js';

/** Set `FLIPPED_BITS=1000` for the long run. */
const FLIPS = Number(process.env.FLIPPED_BITS ?? 20);
const SEED = Number(process.env.FLIPPED_BITS_SEED ?? 11);
const CALLERS = 4;
const SPAN_MS = 6 * 3_600_000;
const FIELDS = ['temperature', 'pressureSurfaceLevel', 'cloudCover', 'precipitationProbability'];

const app = useTestApp();
let world: StoredWorld;
let headers: OutgoingHttpHeaders;

interface Forecast {
  data: unknown;
  meta: { source: string; run: string | null };
}

/** The centers of the grid cells, which together need every record. */
const POINTS = Array.from({ length: GRID.nj - 1 }, (_, y) =>
  Array.from({ length: GRID.ni }, (_, x) => ({ lat: 75 - 30 * y, lon: 30 * x - 165 })),
).flat();

beforeAll(async () => {
  world = await StoredWorld.create(app());
  headers = { apikey: (await createKeyedClient(app())).key };
});

/** The part of a forecast that must not depend on where or when it is requested. */
function essence({ data, meta }: Forecast): string {
  return JSON.stringify([data, meta.source, meta.run]);
}

function span() {
  const startTime = world.newest.toISOString();
  return { startTime, endTime: new Date(world.newest.getTime() + SPAN_MS).toISOString() };
}

async function askAll(): Promise<string[]> {
  const body = { locations: POINTS, fields: FIELDS, timelines: ['hourly'], ...span() };
  const answer = await postForecasts<{ forecasts: Forecast[] }>(app(), headers, body);
  expect(answer.status).toBe(200);
  return answer.body.forecasts.map(essence);
}

async function askOne(point: number): Promise<string> {
  const query = new URLSearchParams({ ...span(), fields: FIELDS.join(), timelines: 'hourly' });
  for (const [name, value] of Object.entries(POINTS[point])) query.set(name, String(value));
  const answer = await askForecast(app(), headers, query.toString());
  expect(answer.status).toBe(200);
  return essence(answer.body as unknown as Forecast);
}

/** Returns the correct responses per point, for every subset of the runs. */
async function learn(): Promise<Set<string>[]> {
  const [newest, older] = world.names;
  const right = POINTS.map(() => new Set<string>());
  for (const runs of [[], [older], [newest], [newest, older]]) {
    await world.serve(runs);
    (await askAll()).forEach((answer, point) => right[point].add(answer));
  }
  return right;
}

it(
  `returns no wrong number while ${FLIPS} bits of its runs are flipped under load`,
  async () => {
    const right = await learn();
    // Climatology and both runs differ everywhere.
    expect(Math.min(...right.map((answers) => answers.size))).toBeGreaterThanOrEqual(3);
    const random = generator(SEED);
    const wrong: string[] = [];
    const check = (answer: string, point: number) => {
      if (!right[point].has(answer)) wrong.push(`${JSON.stringify(POINTS[point])}: ${answer}`);
    };
    let asked = 0;
    let isOver = false;
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let point = caller; !isOver; point = (point + CALLERS + 1) % POINTS.length, asked++)
        check(await askOne(point), point);
    });
    try {
      for (let flip = 1; flip <= FLIPS; flip++) {
        await world.serve(world.names);
        const name = world.names[Math.floor(random() * world.names.length)];
        if (random() < 0.5) await world.flipServed(name, random);
        else await world.flipArriving(name, random);
        while (world.faults.damagedTotal < flip) (await askAll()).forEach(check);
      }
    } finally {
      isOver = true;
      await Promise.all(callers);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(FLIPS);
    // Each was detected, and logged once.
    expect(world.faults.damagedTotal).toBe(FLIPS);
    const told = app().logLines.filter((line) => line.includes('is damaged and out of service'));
    expect(told).toHaveLength(FLIPS);
  },
  60_000 + 5_000 * FLIPS,
);

/** @slow */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type IngestJob, type IngestNews, writeRequest } from '../../src/ingest/schedule/worker-messages.js';
import { type FromProcess } from '../../src/core/jobs/job-messages.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';
import { forkedIngest, PATIENT, TYPESCRIPT, wholeRun, WORKER } from './worker-process.js';

const OLD = new Date('2026-11-20T18:00:00Z');
const NEW = new Date('2026-11-21T00:00:00Z');
const KILLS = 20;
const SEED = 20261121;
const STEPS = 5;

/** Mulberry32: the same kill times in every run of the test. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describeWithSharedData('kill -9 at any moment of an ingest', () => {
  const random = seeded(SEED);
  const progress = { begin: () => undefined, step: () => undefined, end: () => undefined };
  let harness: IngestHarness;
  let mirror: MirrorServer;
  let expected: Map<number, string>;
  let requestsOfRun: number;

  const signal = new AbortController().signal;
  const ingest = (run: Date) =>
    forkedIngest(mirror.url).ingest(wholeRun(harness.dataDirectory, run), progress, signal);

  /** Returns the hash of each stored run's values, by run; an unreadable run fails the test. */
  async function stored(): Promise<Map<number, string>> {
    const catalogue = harness.catalogue();
    expect(catalogue.faults()).toEqual([]);
    const runs = catalogue.runs().map(({ name, run }) => ({ name, run }));
    catalogue.close();
    const hashes = runs.map(async ({ name, run }): Promise<[number, string]> => {
      const values = await readFile(join(harness.dataDirectory, 'runs', name, 'values.packed'));
      return [run.getTime(), createHash('sha256').update(values).digest('hex')];
    });
    return new Map(await Promise.all(hashes));
  }

  async function removeNew(): Promise<void> {
    const name = harness.withRun((run) => run.name);
    await rm(join(harness.dataDirectory, 'runs', name), { recursive: true });
  }

  beforeAll(async () => {
    mirror = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [OLD, NEW]);
    harness = await IngestHarness.create();
    await ingest(OLD);
    mirror.requests.length = 0;
    await ingest(NEW);
    requestsOfRun = mirror.requests.length;
    expected = await stored();
    expect([...expected.keys()]).toEqual([NEW.getTime(), OLD.getTime()]);
    await removeNew();
  });
  afterAll(async () => {
    await mirror.close();
    await harness.remove();
  });

  /**
   * Kills the process shortly after one of the requests, or after one of the steps reached the spool; the last one
   * precedes the publication.
   */
  function killAtRandom(child: ChildProcess): void {
    const delayMs = random() * 40;
    const kill = () => setTimeout(() => child.kill('SIGKILL'), delayMs);
    if (random() < 0.6) {
      const last = mirror.requests.length + 1 + Math.floor(random() * requestsOfRun);
      mirror.onRequest = () => void (mirror.requests.length === last && kill());
    } else {
      let steps = random() < 0.5 ? STEPS : 1 + Math.floor(random() * STEPS);
      child.on('message', (message: FromProcess<IngestNews, unknown>) => {
        if (message.kind === 'news' && message.news.kind === 'stored' && --steps === 0) kill();
      });
    }
  }

  test('leaves the old run or the new one, and the next start continues', async () => {
    const request = writeRequest(wholeRun(harness.dataDirectory, NEW));
    const job: IngestJob = { request, baseUrls: [mirror.url], networkPolicy: PATIENT };
    let killed = 0;
    for (let i = 0; i < KILLS; i++) {
      const child = fork(WORKER, { execArgv: TYPESCRIPT, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      killAtRandom(child);
      // It is always its turn.
      child.on('message', () => child.connected && child.send({ kind: 'heard' }, () => undefined));
      child.send({ kind: 'job', job });
      const [, endedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      mirror.onRequest = undefined;
      if (endedBy === 'SIGKILL') killed++;
      const found = await stored();
      expect(found.get(OLD.getTime())).toBe(expected.get(OLD.getTime()));
      if (!found.has(NEW.getTime())) continue;
      expect(found.get(NEW.getTime())).toBe(expected.get(NEW.getTime()));
      await removeNew();
    }
    expect(killed).toBeGreaterThan(KILLS / 2);
    await ingest(NEW);
    expect(await stored()).toEqual(expected);
    // Two runs and a terrain of two files each, and the folder of terrains: nothing is left of the killed ones.
    expect(await harness.listing()).toHaveLength(10);
    expect(await harness.downloads()).toEqual([]);
    process.stderr.write(`${killed} of ${KILLS} ingests were killed\n`);
  });
});

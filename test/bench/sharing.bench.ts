import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Bucket } from '../../src/store/sharing/bucket/bucket.js';
import { BucketRuns } from '../../src/store/sharing/bucket/bucket-runs.js';
import { S3Server } from '../support/s3-server.js';
import { writeRunOf } from '../unit/store/sharing/written-runs.js';
import { type Report } from './report.js';
import { type ReplicaFigures } from './sharing/replica-process.js';
import { median } from './statistics.js';

const MEBIBYTES = 256;
const ROUNDS = 3;
const PROGRAM = fileURLToPath(new URL('./sharing/replica-process.ts', import.meta.url));

/** The load on an API process while a run is fetched from a bucket: in a separate process, and in the API process. */
export async function bench(report: Report): Promise<void> {
  const server = await S3Server.start();
  const directory = await mkdtemp(join(tmpdir(), 'bench-sharing-'));
  const bucket = await Bucket.open(server.location('bench'));
  try {
    const name = await writeRunOf(directory, '2026-11-20T12:00:00Z', randomBytes(MEBIBYTES * 2 ** 20));
    await new BucketRuns(bucket).upload(directory, name, new AbortController().signal);
    const figures: Record<'outside' | 'inside', ReplicaFigures[]> = { outside: [], inside: [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const where of ['outside', 'inside'] as const)
        figures[where].push(await fetchOnce(server, directory, where));
    tell(report, figures.outside, figures.inside);
  } finally {
    bucket.close();
    await server.stop();
    await rm(directory, { recursive: true });
  }
}

async function fetchOnce(server: S3Server, directory: string, where: string): Promise<ReplicaFigures> {
  const dataDirectory = await mkdtemp(join(directory, 'data-'));
  const env = { ...process.env, ...server.environment('bench'), DATA_DIR: dataDirectory };
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, PROGRAM, where], {
    env,
  });
  await rm(dataDirectory, { recursive: true });
  return JSON.parse(stdout) as ReplicaFigures;
}

function tell(report: Report, outside: ReplicaFigures[], inside: ReplicaFigures[]): void {
  const ofBoth = (read: (figures: ReplicaFigures) => number) =>
    [outside, inside].map((rounds) => median(rounds.map(read))) as [number, number];
  report.note(`a run of ${MEBIBYTES} MiB, ${ROUNDS} rounds, at a load of ${loadavg()[0].toFixed(1)}`);
  const [processor, processorInside] = ofBoth(({ processorSeconds }) => processorSeconds);
  report.figure('processor time of the API process', (processor / MEBIBYTES) * 1024, 's/GiB');
  report.ratio(
    'its processor time, to that of one that fetches by itself',
    processor,
    processorInside,
    '<= 0.2',
  );
  const [p99, p99Inside] = ofBoth(({ delayP99Ms }) => delayP99Ms);
  report.figure('event-loop delay of the API process, p99', p99, 'ms');
  report.ratio('its event-loop delay, p99, to that of one that fetches by itself', p99, p99Inside);
  const [longest, longestInside] = ofBoth(({ delayMaxMs }) => delayMaxMs);
  report.figure('event-loop delay of the API process, longest', longest, 'ms');
  report.ratio('its longest event-loop delay, to that of one that fetches by itself', longest, longestInside);
  const [seconds, secondsInside] = ofBoth(({ seconds: took }) => took);
  report.ratio('how long the fetching takes, to one that fetches by itself', seconds, secondsInside);
}

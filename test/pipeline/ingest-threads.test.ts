import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ChildProgram, sourceUrl } from '../support/child-program.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { TYPESCRIPT } from './worker-process.js';

/** Takes the shared run with one thread and with several, and prints a line with the outcomes. */
const TAKE = `
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
const { FileSource } = await import(parameters.fileSource);
const { readInventories } = await import(parameters.inventories);
const { planRun } = await import(parameters.runPlan);
const { downloadSteps } = await import(parameters.download);
const { StepDecoder } = await import(parameters.stepDecoder);
const { Mirrors } = await import(parameters.mirrors);
const { OwnThread } = await import(parameters.ownThread);
const { WorkerThreads } = await import(parameters.workerThreads);
const { RunWriter } = await import(parameters.runWriter);
const { gfs } = await import(parameters.gfs);

const run = new Date('2020-08-04T12:00:00Z');
const { signal } = new AbortController();
const mirrors = new Mirrors([new FileSource(parameters.root)]);
const request = { model: gfs, run, resolution: '0p25', steps: [0, 6, 12], maxStepHours: 12 };
const { present } = await readInventories(mirrors, request, signal);
const plan = planRun(gfs.records, present, [0, 6, 12]);

async function take(createThreads, degrees = 0.25, spoil = (record) => record) {
  const directory = await mkdtemp(join(tmpdir(), 'threads-'));
  let threads;
  let writer;
  try {
    for await (const { records } of downloadSteps(mirrors, plan.steps, undefined, { signal, stepDeadlineMs: 60_000 })) {
      for (const downloaded of records) {
        if (!threads) {
          const grid = await new StepDecoder(run).gridOf(downloaded, degrees);
          threads = createThreads(grid);
          const identity = { model: 'gfs', resolution: '0p25', run, attribution: 'test', grid: grid.kept, stepsHours: [0, 6, 12] };
          writer = await RunWriter.create(directory, identity, threads);
        }
        const { source: { variable, static: isStatic }, forecast, isRunTotal } = downloaded.record;
        if (isRunTotal) {
          await threads.note(downloaded);
          continue;
        }
        await writer.fill(variable, isStatic ? 'static' : forecast.stepHours, (...room) =>
          threads.take(spoil(downloaded), ...room));
      }
    }
    const { publishedAt, checksum, ...manifest } = await writer.publish();
    const name = \`gfs_0p25_20200804T1200Z_\${Date.parse(publishedAt)}\`;
    const values = await readFile(join(directory, name, 'values.packed'));
    return createHash('sha256').update(values).update(JSON.stringify([manifest, await threads.findings()])).digest('hex');
  } catch ({ name, message }) {
    return \`\${name}: \${message}\`;
  } finally {
    await threads?.close();
    await rm(directory, { recursive: true });
  }
}

const byWorkers = (grid) => new WorkerThreads(run, grid, 3, new URL(parameters.entry), parameters.execArgv);
console.log(JSON.stringify({
  alone: await take((grid) => new OwnThread(run, grid)),
  together: await take(byWorkers),
  thinnedAlone: await take((grid) => new OwnThread(run, grid), 1),
  thinnedTogether: await take(byWorkers, 1),
  spoiled: await take(byWorkers, 0.25, ({ record, bytes }) => ({ record, bytes: bytes.slice(0, 300) })),
}));
`;

describeWithSharedData('threads of the ingest', () => {
  test('give the same result as a single thread, and name what fails', async () => {
    const program = await ChildProgram.start(TAKE, {
      root: `file://${join(sharedData ?? '', 'gfs')}`,
      fileSource: sourceUrl('ingest/source/file-source.ts'),
      mirrors: sourceUrl('ingest/source/mirrors.ts'),
      inventories: sourceUrl('ingest/plan/inventories.ts'),
      runPlan: sourceUrl('ingest/plan/run-plan.ts'),
      download: sourceUrl('ingest/download/download.ts'),
      stepDecoder: sourceUrl('ingest/fields/step-decoder.ts'),
      ownThread: sourceUrl('ingest/fields/own-thread.ts'),
      workerThreads: sourceUrl('ingest/fields/worker-threads.ts'),
      entry: sourceUrl('ingest/fields/ingest.thread.ts'),
      runWriter: sourceUrl('store/write/run-writer.ts'),
      execArgv: TYPESCRIPT,
      gfs: sourceUrl('weather/models/gfs/gfs.model.ts'),
    });
    await program.killGroup();
    const outcome = JSON.parse(program.firstLine) as Record<string, string>;
    expect(outcome.alone).toMatch(/^[0-9a-f]{64}$/);
    expect(outcome.together).toBe(outcome.alone);
    expect(outcome.thinnedAlone).toMatch(/^[0-9a-f]{64}$/);
    expect(outcome.thinnedTogether).toBe(outcome.thinnedAlone);
    expect(outcome.thinnedAlone).not.toBe(outcome.alone);
    expect(outcome.spoiled).toMatch(/^MalformedMessageError: f000 /);
  });
});

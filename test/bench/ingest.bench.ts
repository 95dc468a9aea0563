import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { INGEST_ENVIRONMENT } from '../../src/ingest/schedule/ingest-environment.js';
import { stepsOf } from '../../src/models/model-target.js';
import { gfs } from '../../src/models/gfs/gfs.model.js';
import { EcCodes } from './decode/ec-codes.js';
import { bytesBelow, REAL_FIELDS, writeMirror } from './ingest/bench-mirror.js';
import { checkEncoder } from './ingest/check-encoder.js';
import { type IngestUsage } from './ingest/ingest-once.js';
import { type Report } from './report.js';

const RUN = '2026-03-01T00:00:00Z';
const BUILT = join(import.meta.dirname, '../../dist/ingest/command/ingest.main.js');
const LOOK_MS = 200;

/** The last step at 0.25°; fewer make a shorter benchmark. */
const LAST_HOURS = Number(process.env.BENCH_INGEST_HOURS ?? 384);
/** Where mirrors are kept for the next time: to write one takes several times as long as to ingest it. */
const KEPT_MIRRORS = process.env.BENCH_INGEST_MIRRORS;
/** One or several of them, separated by commas. */
const RESOLUTIONS = (process.env.BENCH_INGEST_RESOLUTIONS ?? '1p00,0p50,0p25').split(',');
/** What the mirror, the spool and the store of a step at 0.25° come to, with something to spare. */
const STEP_BYTES = 60e6;

/**
 * Whole runs out of a mirror on this disk, which the benchmark writes before, at each resolution. There is no other program that does the same; the bounds are those that the project has set itself.
 */
export async function bench(report: Report): Promise<void> {
  if (!existsSync(REAL_FIELDS)) {
    report.note('skipped: the real fields of ../shared/data/grib are not there');
    return;
  }
  const ecCodes = EcCodes.compile();
  if (!ecCodes) report.note('the encoder is not checked: that needs gcc and libeccodes-dev');
  const folder = mkdtempSync(join(tmpdir(), 'bench-ingest-'));
  try {
    if (ecCodes) checkEncoder(report, ecCodes, folder);
    for (const resolution of RESOLUTIONS)
      await measure(report, folder, resolution, resolution === '0p25' ? LAST_HOURS : 384);
  } finally {
    ecCodes?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes the files of a resolution, those of 0.25° once more for the coarsest grid that can be kept of them. */
async function measure(report: Report, folder: string, resolution: string, lastHours: number): Promise<void> {
  const root = join(KEPT_MIRRORS ?? folder, resolution);
  const neededBytes = STEP_BYTES * stepsOf({ model: gfs, resolution, maxStepHours: lastHours }).length;
  const { bavail, bsize } = statfsSync(folder);
  if (resolution === '0p25' && bavail * bsize < neededBytes) {
    report.note(`${resolution} skipped: it needs ${Math.ceil(neededBytes / 1e9)} GB below ${folder}`);
    return;
  }
  await writeMirror(root, RUN, resolution, lastHours);
  const label = lastHours === 384 ? resolution : `${resolution} up to ${lastHours} h`;
  await measureIngest(report, folder, { root, label, resolution, lastHours });
  if (resolution === '0p25')
    await measureIngest(report, folder, {
      root,
      label: `${label}, of which 1p00 is kept`,
      resolution: '1p00',
      lastHours,
    });
  if (!KEPT_MIRRORS) rmSync(root, { recursive: true });
}

async function measureIngest(
  report: Report,
  folder: string,
  {
    root,
    label,
    resolution,
    lastHours,
  }: { root: string; label: string; resolution: string; lastHours: number },
): Promise<void> {
  const dataDirectory = join(folder, `data-${resolution}`);
  mkdirSync(dataDirectory);
  const [load] = loadavg();
  const { usage, peakBytes } = await ingest(root, dataDirectory, resolution, lastHours);
  if (usage.status !== 0) throw new Error(`the ingest of ${resolution} failed`);
  const storeBytes = bytesBelow(join(dataDirectory, 'runs'));
  report.figure(`${label}: the mirror's files`, bytesBelow(root) / 1e9, 'GB');
  report.figure(`${label}: load of the machine before and after`, load, `and ${loadavg()[0].toFixed(1)}`);
  report.figure(`${label}: wall`, usage.wallSeconds, 's');
  report.figure(`${label}: processor, all threads`, usage.cpuSeconds, 's');
  report.figure(`${label}: resident at most, one process`, usage.residentBytes / 1e9, 'GB');
  report.figure(`${label}: on the disk at most, without the mirror`, peakBytes / 1e9, 'GB');
  report.figure(`${label}: finished store`, storeBytes / 1e9, 'GB');
  if (label === '1p00') {
    report.ratio(`${label}: processor / 20 s`, usage.cpuSeconds, 20, '<= 1');
  } else if (label === '0p25') {
    report.ratio(`${label}: wall / 90 s`, usage.wallSeconds, 90, '<= 1');
    report.ratio(`${label}: resident / 0.7 GB`, usage.residentBytes, 0.7e9, '<= 1');
    report.ratio(`${label}: store / 3 GB`, storeBytes, 3e9, '<= 1');
  }
  rmSync(dataDirectory, { recursive: true });
}

async function ingest(
  root: string,
  dataDirectory: string,
  resolution: string,
  lastHours: number,
): Promise<{ usage: IngestUsage; peakBytes: number }> {
  const entry = join(import.meta.dirname, 'ingest/ingest-once.ts');
  // Without this process's hooks, whose memory would be counted: the entry has types alone to strip.
  const argv = [entry, BUILT, '--run', RUN.slice(0, 13)];
  const child = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...INGEST_ENVIRONMENT,
      DATA_DIR: dataDirectory,
      GFS_BASE_URL: pathToFileURL(root).href,
      GFS_RESOLUTION: resolution,
      GFS_MAX_STEP: String(lastHours),
    },
  });
  let peakBytes = 0;
  const look = setInterval(() => (peakBytes = Math.max(peakBytes, bytesBelow(dataDirectory))), LOOK_MS);
  const output = await text(child.stdout);
  clearInterval(look);
  return { usage: JSON.parse(output) as IngestUsage, peakBytes };
}

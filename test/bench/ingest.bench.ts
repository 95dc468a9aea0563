import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { INGEST_ENVIRONMENT } from '../../src/ingest/schedule/forked-ingest.js';
import { stepsOf } from '../../src/weather/models/model-target.js';
import { OWN_MODELS } from '../../src/weather/models/own-models.js';
import { EcCodes } from './decode/ec-codes.js';
import { bytesBelow, type Mirror, REAL_FIELDS, writeMirror } from './ingest/bench-mirror.js';
import { checkEncoder } from './ingest/check-encoder.js';
import { type IngestUsage } from './ingest/ingest-once.js';
import { type Report } from './report.js';

const RUN = '2026-03-01T00:00:00Z';
const BUILT = join(import.meta.dirname, '../../dist/ingest/command/ingest.main.js');
const LOOK_MS = 200;

/** Where mirrors are kept between benchmarks: writing one takes several times as long as ingesting it. */
const KEPT_MIRRORS = process.env.BENCH_INGEST_MIRRORS;
/** Runs to measure: one or several first words of labels, separated by commas. */
const WANTED = process.env.BENCH_INGEST_RUNS?.split(',');
/** Size of the mirror, the spool and the store of the largest run together. */
const LARGEST_BYTES = 13e9;

interface MeasuredRun {
  label: string;
  model: string;
  settings?: Record<string, string>;
  /** The project's own bounds. */
  bounds?: { wallSeconds?: number; cpuSeconds?: number; residentBytes?: number; storeBytes?: number };
  /** Settings of further ingests of the same files. */
  again?: { label: string; settings: Record<string, string> }[];
}

const GFS_BY_DEFAULT = '0p25, of which 1p00 is kept up to 120 h';
const IFS_AT_6_UTC = 'ifs up to 144 h, as at 06 and 18 UTC';
/** The runs that the default settings keep: two of each model. */
const KEPT_BY_DEFAULT = ['ifs', IFS_AT_6_UTC, GFS_BY_DEFAULT, GFS_BY_DEFAULT, 'gefs', 'gefs'];
const MOST_KEPT_BYTES = 1.5e9;

const RUNS: MeasuredRun[] = [
  { label: '1p00', model: 'gfs', bounds: { cpuSeconds: 20 } },
  { label: '0p50', model: 'gfs', settings: { GFS_RESOLUTION: '0p50' } },
  {
    label: '0p25',
    model: 'gfs',
    settings: { GFS_RESOLUTION: '0p25' },
    bounds: { wallSeconds: 60, residentBytes: 0.7e9, storeBytes: 3e9 },
    again: [
      { label: '0p25, of which 0p50 is kept', settings: { GFS_RESOLUTION: '0p50' } },
      { label: '0p25, of which 1p00 is kept', settings: { GFS_RESOLUTION: '1p00' } },
      { label: GFS_BY_DEFAULT, settings: { GFS_RESOLUTION: '1p00', GFS_MAX_STEP: '120' } },
    ],
  },
  {
    label: 'ifs',
    model: 'ifs',
    bounds: { wallSeconds: 40, residentBytes: 0.7e9 },
    again: [{ label: IFS_AT_6_UTC, settings: { IFS_MAX_STEP: '144' } }],
  },
  { label: 'aifs', model: 'aifs' },
  { label: 'icon-eu', model: 'icon-eu' },
  { label: 'gefs', model: 'gefs', bounds: { wallSeconds: 150, residentBytes: 0.7e9 } },
  {
    label: 'gefs with quantiles up to 24 h',
    model: 'gefs',
    settings: { GEFS_QUANTILES: 'on', GEFS_MAX_STEP: '24' },
  },
];

/**
 * Ingests whole runs from a mirror on this disk, which the benchmark writes first. No other program does the same, so
 * the bounds are the project's own.
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
    for (const run of RUNS)
      if (!WANTED || WANTED.includes(run.label.split(' ')[0])) await measure(report, folder, run);
    reportKept(report);
  } finally {
    ecCodes?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportKept(report: Report): void {
  const sizes = KEPT_BY_DEFAULT.map((label) => report.figures[storeLabel(label)]?.value ?? NaN);
  const keptBytes = 1e9 * sizes.reduce((sum, size) => sum + size, 0);
  if (!Number.isNaN(keptBytes))
    report.ratio('two runs of each default model / 1.5 GB', keptBytes, MOST_KEPT_BYTES, '<= 1');
}

function storeLabel(label: string): string {
  return `${label}: finished store`;
}

async function measure(report: Report, folder: string, run: MeasuredRun): Promise<void> {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < LARGEST_BYTES) {
    report.note(`${run.label} skipped: it needs up to ${LARGEST_BYTES / 1e9} GB below ${folder}`);
    return;
  }
  const { knownModels } = loadConfiguration(run.settings ?? {}, OWN_MODELS);
  const target = knownModels.find(({ model }) => model.name === run.model)!;
  const root = join(KEPT_MIRRORS ?? folder, run.label.replaceAll(' ', '-'));
  const mirror = { ...target, root, run: RUN, steps: stepsOf(target, new Date(RUN)) };
  await writeMirror(mirror);
  await measureIngest(report, folder, mirror, run);
  for (const again of run.again ?? [])
    await measureIngest(report, folder, mirror, { ...again, model: run.model });
  if (!KEPT_MIRRORS) rmSync(root, { recursive: true });
}

async function measureIngest(
  report: Report,
  folder: string,
  mirror: Mirror,
  { label, settings, bounds = {} }: MeasuredRun,
): Promise<void> {
  const dataDirectory = join(folder, 'data');
  mkdirSync(dataDirectory);
  const [load] = loadavg();
  const { usage, peakBytes } = await ingest(mirror, dataDirectory, settings);
  if (usage.status !== 0) throw new Error(`the ingest of ${label} failed`);
  const storeBytes = bytesBelow(join(dataDirectory, 'runs'));
  report.figure(`${label}: the mirror's files`, bytesBelow(mirror.root) / 1e9, 'GB');
  report.figure(`${label}: load of the machine before and after`, load, `and ${loadavg()[0].toFixed(1)}`);
  report.figure(`${label}: wall`, usage.wallSeconds, 's');
  report.figure(`${label}: processor, all threads`, usage.cpuSeconds, 's');
  report.figure(`${label}: resident at most, one process`, usage.residentBytes / 1e9, 'GB');
  report.figure(`${label}: on the disk at most, without the mirror`, peakBytes / 1e9, 'GB');
  report.figure(storeLabel(label), storeBytes / 1e9, 'GB');
  const { wallSeconds, cpuSeconds, residentBytes, storeBytes: mostStored } = bounds;
  const bound = (what: string, value: number, unit: string, most?: number) =>
    most &&
    report.ratio(`${label}: ${what} / ${most / (unit === 'GB' ? 1e9 : 1)} ${unit}`, value, most, '<= 1');
  bound('wall', usage.wallSeconds, 's', wallSeconds);
  bound('processor', usage.cpuSeconds, 's', cpuSeconds);
  bound('resident', usage.residentBytes, 'GB', residentBytes);
  bound('store', storeBytes, 'GB', mostStored);
  rmSync(dataDirectory, { recursive: true });
}

async function ingest(
  { root, model }: Mirror,
  dataDirectory: string,
  settings: Record<string, string> = {},
): Promise<{ usage: IngestUsage; peakBytes: number }> {
  const entry = join(import.meta.dirname, 'ingest/ingest-once.ts');
  // Without this process's hooks, whose memory would be counted: the entry only needs its types stripped.
  const argv = [entry, BUILT, '--model', model.name, '--run', RUN.slice(0, 13)];
  const child = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...INGEST_ENVIRONMENT,
      DATA_DIR: dataDirectory,
      [`${model.name.replaceAll('-', '_').toUpperCase()}_BASE_URL`]: pathToFileURL(root).href,
      ...settings,
    },
  });
  let peakBytes = 0;
  const look = setInterval(() => (peakBytes = Math.max(peakBytes, bytesBelow(dataDirectory))), LOOK_MS);
  const output = await text(child.stdout);
  clearInterval(look);
  return { usage: JSON.parse(output) as IngestUsage, peakBytes };
}

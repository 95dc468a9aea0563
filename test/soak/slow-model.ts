import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ifs } from '../../src/weather/models/ifs/ifs.model.js';
import { type StepFiles } from '../../src/weather/models/model.js';
import { stepTable } from '../../src/weather/models/model-target.js';
import { latestRun } from '../../src/weather/models/run-times.js';
import { stepPath } from '../../src/weather/models/step-path.js';
import { MirrorServer, redateMessages } from '../support/mirror-server.js';

/** A real run of a region that no question is about, in the layout of ECMWF's bucket. */
const SAMPLE = join(import.meta.dirname, '../../../shared/data/ecmwf');
const SAMPLE_RUN = new Date('2026-04-20T00:00:00Z');
const DELAY_MS = 20_000;

export const SLOW_MODEL = ifs.name;

/** A mirror of the latest run of a second model that takes long to answer each request for values. */
export class SlowModel {
  private constructor(
    readonly run: Date,
    private readonly mirror: MirrorServer,
  ) {}

  static async start(): Promise<SlowModel> {
    const run = latestRun(ifs, new Date());
    const mirror = await MirrorServer.start({ root: SAMPLE });
    const [{ file, inventory }] = ifs.resolutions['0p25'].products as StepFiles[];
    const contents = new Map<string, () => Uint8Array>();
    for (const step of stepTable(ifs, '0p25')) {
      const read = (path: string) => readFileSync(join(SAMPLE, stepPath(path, SAMPLE_RUN, step)));
      contents.set(stepPath(file, run, step), () => redateMessages(read(file), run));
      contents.set(stepPath(inventory.path, run, step), () => redateLines(String(read(inventory.path)), run));
    }
    mirror.fault = ({ path }) => {
      const content = contents.get(path);
      return content ? { kind: 'content', body: content() } : { kind: 'status', status: 404 };
    };
    mirror.onRequest = ({ range }) => (mirror.delayMs = range === undefined ? 0 : DELAY_MS);
    return new SlowModel(run, mirror);
  }

  get url(): string {
    return this.mirror.url;
  }

  close(): Promise<void> {
    return this.mirror.close();
  }
}

function redateLines(text: string, run: Date): Uint8Array {
  const [date, time] = run.toISOString().split('T');
  const dated = text
    .replaceAll('"date": "20260420"', `"date": "${date.replaceAll('-', '')}"`)
    .replaceAll('"time": "0000"', `"time": "${time.slice(0, 2)}00"`);
  return Buffer.from(dated);
}

import { MINUTE_MS } from '../../core/time/index.js';
import { formatBytes } from './format.js';
import { stepLabel } from '../request/step-list.js';

const BAR_CHARACTERS = 30;
const CLEAR_LINE = '\r\x1b[K';

/** Called for each step of a run that was downloaded, or read from a source that needs no download. */
export interface IngestProgress {
  /** @param totalBytes the bytes to download; undefined if the sizes are unknown */
  begin(steps: number, totalBytes: number | undefined): void;
  step(stepHours: number, records: number, downloadedBytes: number): void;
  /** Called after the last step, or when the run is aborted. */
  end(): void;
  /** Called for each step that has reached the store's spool. */
  stored?(): void;
}

/** Shows a progress bar on a terminal, one line for each step elsewhere. */
export function createProgress(stream: NodeJS.WritableStream): IngestProgress {
  return 'isTTY' in stream && stream.isTTY ? progressBar(stream) : progressLines(stream);
}

function progressBar(stream: NodeJS.WritableStream): IngestProgress {
  let [total, done, bytes, beganMs] = [0, 0, 0, 0];
  const draw = (label: string) => {
    const bar = '='.repeat(Math.round((BAR_CHARACTERS * done) / total)).padEnd(BAR_CHARACTERS, '-');
    const leftMs = ((performance.now() - beganMs) / done) * (total - done);
    const left = done === 0 ? '' : `, ${Math.ceil(leftMs / MINUTE_MS)} min left`;
    stream.write(`${CLEAR_LINE}${label} [${bar}] ${done}/${total} steps, ${formatBytes(bytes)}${left}`);
  };
  return {
    begin(steps) {
      total = steps;
      beganMs = performance.now();
      draw('    ');
    },
    step(stepHours, _, downloadedBytes) {
      done += 1;
      bytes += downloadedBytes;
      draw(stepLabel(stepHours));
    },
    end: () => void stream.write('\n'),
  };
}

function progressLines(stream: NodeJS.WritableStream): IngestProgress {
  return {
    begin: (steps) => void stream.write(`${steps} steps\n`),
    step(stepHours, records, downloadedBytes) {
      stream.write(`${stepLabel(stepHours)}: ${records} records, ${formatBytes(downloadedBytes)}\n`);
    },
    end: () => undefined,
  };
}

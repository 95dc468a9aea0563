import { SingleBar } from 'cli-progress';
import { formatBytes } from './format.js';
import { stepLabel } from '../request/step-list.js';

/** Called for each step of a run that has reached the store's spool. */
export interface IngestProgress {
  /** @param totalBytes the bytes to download; undefined if the sizes are unknown */
  begin(steps: number, totalBytes: number | undefined): void;
  step(stepHours: number, records: number, downloadedBytes: number): void;
  /** Called after the last step, or when the run is aborted. */
  end(): void;
}

/** Shows a progress bar on a terminal, one line for each step elsewhere. */
export function createProgress(stream: NodeJS.WritableStream): IngestProgress {
  return 'isTTY' in stream && stream.isTTY ? progressBar(stream) : progressLines(stream);
}

function progressBar(stream: NodeJS.WritableStream): IngestProgress {
  const format = '{step} [{bar}] {value}/{total} steps, {size}, {eta_formatted} left';
  // Signals end the run, and with it the bar; the library's own handler is not needed.
  const bar = new SingleBar({ stream, format, barsize: 30, hideCursor: true, gracefulExit: false });
  let totalBytes = 0;
  return {
    begin: (steps) => bar.start(steps, 0, { step: '    ', size: formatBytes(0) }),
    step(stepHours, _, downloadedBytes) {
      totalBytes += downloadedBytes;
      bar.increment({ step: stepLabel(stepHours), size: formatBytes(totalBytes) });
    },
    end: () => bar.stop(),
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

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneProject } from '../system/clone-project.js';
import { ServiceHome } from '../system/service-process.js';
import type { Report } from './report.js';
import { median } from './statistics.js';

const EDITS = 5;
const BOUND_SECONDS = 3;
/** A text in the API reference. */
const EDITED = 'src/core/features/scopes/scopes.controller.ts';
const TEXT = 'Returns every scope';

/**
 * The time until an edit of a source file is served under `npm run dev`, compared with stopping the service and
 * starting it again with `npm start`.
 */
export async function bench(report: Report): Promise<void> {
  const clone = cloneProject();
  const home = await ServiceHome.create();
  const source = join(clone, EDITED);
  const original = readFileSync(source, 'utf8');
  const edit = (text: string) => writeFileSync(source, original.replace(TEXT, text));
  try {
    const dev = home.run(['npm', 'run', 'dev'], clone);
    await dev.line(/The service is ready/);
    const seconds: number[] = [];
    for (let number = 0; number < EDITS; number += 1) {
      const text = `Returns edit ${number}`;
      const startMs = performance.now();
      edit(text);
      await served(home, text);
      seconds.push((performance.now() - startMs) / 1000);
    }
    dev.signalGroup('SIGINT');
    await dev.ended;

    const first = home.run(['npm', 'start'], clone);
    await first.line(/The service is ready/);
    const startMs = performance.now();
    edit('Returns the last edit');
    first.signalGroup('SIGINT');
    await first.ended;
    const second = home.run(['npm', 'start'], clone);
    await served(home, 'Returns the last edit');
    const restartSeconds = (performance.now() - startMs) / 1000;
    second.signalGroup('SIGINT');
    await second.ended;

    report.figure('from an edit to its being served, median', median(seconds), 's');
    report.figure('at most', Math.max(...seconds), 's');
    report.figure('with npm start again', restartSeconds, 's');
    report.ratio('npm run dev / npm start again', median(seconds), restartSeconds);
    report.ratio('npm run dev / 3 s', median(seconds), BOUND_SECONDS, '<= 1');
  } finally {
    await home.remove();
    rmSync(clone, { recursive: true, force: true });
  }
}

/** Waits until the API reference, which is unavailable during a restart, contains the text. */
async function served(home: ServiceHome, text: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${home.url}/openapi.json`).catch(() => undefined);
    if ((await response?.text())?.includes(text)) return;
    await sleep(20);
  }
}

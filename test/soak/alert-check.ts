import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.js';

const RULES = join(import.meta.dirname, '../../docker/prometheus/alerts.yml');
/** They depend on the machine, and on the time of the day: the sample's runs are those that are due. */
const OF_NOW = ['DiskNearlyFull', 'EventLoopSlow', 'RunLate', 'RunTooOld'];
/** The fault of a run that is long overdue: which of the sample's runs are, depends on the time of the day, too. */
const OVERDUE = 'LayoutUnknownError';
const LINE = /^(?<name>weather_\w+)(?:\{(?<labels>.*)\})? (?<value>-?[\d.e+-]+)$/;
/** Longer than any alert waits. */
const MINUTES = 180;
/** Processes may need this long to notice what has changed. */
const NOTICED_WITHIN_MS = 20_000;
const AGAIN_MS = 1_000;

interface Scraped {
  instance: string;
  port: number;
  job: string;
}

/** What each process measures at some moments, and the alerts that this must raise when it lasts. */
export class AlertCheck {
  readonly wrong: string[] = [];
  checked = 0;

  constructor(
    private readonly directory: string,
    private readonly processes: readonly Scraped[],
  ) {}

  /** Compares the alerts that Prometheus's own tool finds with those that there must be, and no others. */
  async compare(moment: string, alerts: readonly string[]): Promise<void> {
    this.checked += 1;
    const lateMs = performance.now() + NOTICED_WITHIN_MS;
    let said: string | undefined;
    while ((said = alertsOf(this.directory, moment, await this.series(), alerts)) !== undefined) {
      if (performance.now() > lateMs) break;
      await sleep(AGAIN_MS);
    }
    if (said !== undefined) this.wrong.push(`${moment}: ${said}`);
  }

  private async series(): Promise<string[]> {
    const series: string[] = [];
    for (const { instance, port, job } of this.processes) {
      const { body } = await ask(port, { path: '/metrics' });
      const own = `job="${job}",instance="${instance}"`;
      series.push(seriesOf(`up{${own}}`, '1'));
      for (const line of body.split('\n')) {
        const { name, labels = '', value } = LINE.exec(line)?.groups ?? {};
        if (!name) continue;
        series.push(seriesOf(`${name}{${[own, labels].filter(Boolean).join()}}`, Number(value).toFixed(6)));
      }
    }
    return series;
  }
}

function seriesOf(series: string, value: string): string {
  return `      - series: '${series.replaceAll("'", "''")}'\n        values: ${value}x${MINUTES}`;
}

/** @returns what the tool says if it finds others; undefined if there are no others, or the tool is not installed */
function alertsOf(
  directory: string,
  moment: string,
  series: readonly string[],
  alerts: readonly string[],
): string | undefined {
  const samples = alerts.map((alert) => `          - labels: '{alertname="${alert}"}'\n            value: 1`);
  const counted = `alertstate="firing",alertname!~"${OF_NOW.join('|')}",code!="${OVERDUE}"`;
  const text = `
rule_files: ['${RULES}']
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
${series.join('\n')}
    promql_expr_test:
      - expr: 'group by (alertname) (ALERTS{${counted}})'
        eval_time: ${MINUTES}m
        exp_samples:${samples.length === 0 ? ' []' : `\n${samples.join('\n')}`}
`;
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `${moment.replaceAll(/\W+/g, '-')}.yml`);
  writeFileSync(path, text);
  try {
    execFileSync('promtool', ['test', 'rules', path], { encoding: 'utf8', stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: string; stdout: string; stderr: string };
    if (code === 'ENOENT' && !process.env.CI) return undefined;
    return code === 'ENOENT' ? 'promtool is not installed' : `${stdout}${stderr}`;
  }
}

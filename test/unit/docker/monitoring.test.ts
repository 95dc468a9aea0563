import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { guideText } from '../../support/written-texts.js';
import { project } from './compose-file.js';

const FOLDER = project('docker');

/** Runs a Debian program on a file. Returns undefined if it isn't installed, which is an error in CI. */
function check(program: string, parameters: string[], environment: NodeJS.ProcessEnv = {}) {
  const { error, status, stderr, stdout } = spawnSync(program, parameters, {
    cwd: FOLDER,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  if (error && process.env.CI) throw error;
  return error ? undefined : { status, said: `${stdout}${stderr}` };
}

const describeWith = (program: string, parameter: string) =>
  check(program, [parameter]) ? describe : describe.skip;

describeWith('promtool', '--version')('docker/prometheus', () => {
  test.each([
    ['the configuration', ['check', 'config', '--syntax-only', 'prometheus/prometheus.yml']],
    ['the alert rules', ['check', 'rules', '--lint-fatal', 'prometheus/alerts.yml']],
    [
      'the rules, which raise what they should and nothing else',
      ['test', 'rules', 'prometheus/alerts.test.yml'],
    ],
  ])('passes promtool: %s', (_, parameters) => {
    expect(check('promtool', parameters)).toMatchObject({ status: 0 });
  });
});

describeWith('caddy', 'version')('docker/Caddyfile', () => {
  test('is valid for Caddy', () => {
    const address = { SITE_ADDRESS: 'weather.example.com' };
    expect(check('caddy', ['adapt', '--config', 'Caddyfile'], address)).toMatchObject({ status: 0 });
  });
});

const read = (name: string): unknown => parse(readFileSync(project(`docker/prometheus/${name}.yml`), 'utf8'));

test('no alert begins again when a scrape is missed', () => {
  const { groups } = read('alerts') as { groups: { rules: { alert: string; expr: string }[] }[] };
  // Prometheus itself writes `up`, also for a scrape that fails.
  const instants = groups
    .flatMap(({ rules }) => rules)
    .filter(({ expr }) => /\b(weather|nodejs|http|process)_\w+(\{[^}]*\})?(?![\w[{])/.test(expr));
  expect(instants.map(({ alert }) => alert)).toEqual([]);
});

test('each alert, and no other, is raised by a test and explained in the documentation', () => {
  const { groups } = read('alerts') as { groups: { rules: { alert: string }[] }[] };
  const { tests } = read('alerts.test') as {
    tests: { alert_rule_test?: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const known = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const raised = tests
    .flatMap(({ alert_rule_test = [] }) => alert_rule_test)
    .filter(({ exp_alerts }) => exp_alerts.length > 0);
  expect(new Set(raised.map(({ alertname }) => alertname))).toEqual(new Set(known));
  const [, explained] = guideText('monitoring').split('\n## Alerts\n');
  expect([...explained.matchAll(/^### (.+)$/gm)].map(([, name]) => name)).toEqual(known);
});

describe('docker/grafana', () => {
  const dashboard = JSON.parse(
    readFileSync(project('docker/grafana/dashboards/weather-service.json'), 'utf8'),
  ) as { uid: string; panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[] };

  test('has panels with titles and unique ids', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { type, title, targets } of panels) {
      expect(title).not.toBe('');
      if (type !== 'row') expect(targets!.length).toBeGreaterThan(0);
    }
  });
});

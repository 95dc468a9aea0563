import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from '@jest/globals';
import { Scrape } from '../../../support/exposition.js';
import { useTestApp } from '../../../support/test-app.js';

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../docker/${path}`, import.meta.url)), 'utf8');
const METRIC = /\b(?:weather|http|nodejs|process)_[a-z0-9_]+/g;
/** Names in the files that look like metrics but aren't. */
const OTHERS = ['weather_service'];

const app = useTestApp();
let exported: Set<string>;

/** Collects the declared metrics, including those without a value yet, such as the age of a missing run. */
beforeAll(async () => {
  const { text } = await Scrape.of(app());
  const announced = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  exported = new Set(
    announced.flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
});

it.each(['grafana/dashboards/weather-service.json', 'prometheus/alerts.yml'])(
  'exports every metric that %s uses',
  (path) => {
    const asked = new Set([...read(path).matchAll(METRIC)].map(([name]) => name));
    for (const name of OTHERS) asked.delete(name);

    expect(asked.size).toBeGreaterThan(8);
    expect([...asked].filter((name) => !exported.has(name))).toEqual([]);
  },
);

it('shows every one of its metrics on the dashboard', () => {
  const dashboard = read('grafana/dashboards/weather-service.json');
  const own = [...exported].filter((name) => name.startsWith('weather_') && !/_(sum|count)$/.test(name));

  expect(own.filter((name) => !dashboard.includes(name))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from '@jest/globals';
import { Scrape } from '../../support/exposition.js';
import { useTestApp } from '../../support/test-app.js';

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docker/${path}`, import.meta.url)), 'utf8');
const METRIC = /\b(?:weather|http|nodejs|process)_[a-z0-9_]+/g;
/** Names in the files that are not those of metrics. */
const OTHERS = ['weather_service'];

const app = useTestApp();
let exported: Set<string>;

/** What a scrape announces, also where there is no number yet, such as of a run that is not there. */
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
  'exports every number that %s asks for',
  (path) => {
    const asked = new Set([...read(path).matchAll(METRIC)].map(([name]) => name));
    for (const name of OTHERS) asked.delete(name);

    expect(asked.size).toBeGreaterThan(8);
    expect([...asked].filter((name) => !exported.has(name))).toEqual([]);
  },
);

it('has every number of its own in the dashboard', () => {
  const dashboard = read('grafana/dashboards/weather-service.json');
  const own = [...exported].filter((name) => name.startsWith('weather_') && !/_(sum|count)$/.test(name));

  expect(own.filter((name) => !dashboard.includes(name))).toEqual([]);
});

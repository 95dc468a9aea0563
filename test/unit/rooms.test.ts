import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A tree that keeps all rules. Each breach below adds a file, and is named by the rule that it breaks. */
const SOUND = {
  'src/forecast/forecast.service.ts': `import '../clients/index.js'; import '../store/read/index.js';`,
  'src/clients/index.ts': `export * from './client.entity.js';`,
  'src/clients/client.entity.ts': `import '../core/time/index.js';`,
  'src/store/read/index.ts': `export * from './run-reader.js';`,
  'src/store/read/run-reader.ts': `import '../format/layout.js'; import '../../weather/meteo/index.js';`,
  'src/store/format/layout.ts': 'export const LAYOUT = 1;',
  'src/core/time/index.ts': `export * from './instant.js';`,
  'src/core/time/instant.ts': 'export const NOW = 1;',
  'src/core/time/clock.ts': `import './alarm.js';`,
  'src/weather/meteo/index.ts': 'export const ZERO = 273.15;',
  'src/weather/checks/index.ts': `export * from '../models/model.js';`,
  'src/weather/models/model.ts': 'export const MODEL = 1; export type Model = typeof MODEL;',
  'src/weather/models/index.ts': `export type { Model } from './model.js'; import { type Model } from './model.js';`,
  'src/core/features/load.ts': `void import('../../weather/checks/index.js');`,
  'src/ingest/index.ts': 'export const INGEST = 1;',
  'src/apis/mcp/tool.ts': 'export const TOOL = 1;',
  'src/app.module.ts': `import './forecast/forecast.service.js';`,
  'src/boot/start.ts': `import '../app.module.js';`,
};
const BREACHES: [rule: string, path: string, source: string][] = [
  ['no-circular', 'src/core/time/alarm.ts', `import './clock.js';`],
  ['only-down-from-core', 'src/core/time/a.ts', `import '../../clients/index.js';`],
  ['only-down-from-weather', 'src/weather/meteo/b.ts', `import type {} from '../../core/time/index.js';`],
  ['only-down-from-weather', 'src/weather/meteo/k.ts', `import '../../app.module.js';`],
  ['only-down-from-a-room', 'src/storm/l.ts', `import '../core/time/index.js';`],
  ['the-page-knows-only-the-api', 'src/dashboard/web/m.ts', `import '../../core/time/index.js';`],
  ['through-the-door', 'src/forecast/c.ts', `import '../clients/client.entity.js';`],
  ['through-the-door', 'src/forecast/d.ts', `export * from '../store/read/run-reader.js';`],
  ['weather-is-pure', 'src/weather/meteo/e.ts', `import 'node:fs';`],
  ['weather-is-pure', 'src/weather/meteo/f.ts', `import 'node:fs/promises';`],
  ['weather-is-pure', 'src/weather/meteo/g.ts', `import '@nestjs/common';`],
  ['weather-is-pure', 'src/weather/meteo/h.ts', `import '@mikro-orm/core';`],
  ['apis-know-none-of-each-other', 'src/apis/meteogram/i.ts', `import '../mcp/tool.js';`],
  ['migrations-stay-what-they-were', 'src/clients/migrations/Migration1.ts', `import '../client.entity.js';`],
  ['serving-and-taking-are-apart', 'src/forecast/j.ts', `import '../ingest/index.js';`],
  ['zod-when-it-is-due', 'src/forecast/n.ts', `import '../weather/checks/index.js';`],
  ['zod-when-it-is-due', 'src/weather/models/o.ts', `import { MODEL } from './model.js'; void MODEL;`],
];

function breachesIn(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
  try {
    for (const [path, source] of Object.entries({ ...files, 'tsconfig.json': '{}' })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    const words = ['src', '--config', project('.dependency-cruiser.mjs'), '--output-type', 'json'];
    const program = project('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const { stdout } = spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8' });
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`).sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the rules of imports allow what the rooms are made for', () => {
  expect(breachesIn(SOUND)).toEqual([]);
});

test('and find each planted breach', () => {
  const planted = Object.fromEntries(BREACHES.map(([, path, source]) => [path, source]));

  expect(breachesIn({ ...SOUND, ...planted })).toEqual(
    BREACHES.map(([rule, path]) => `${rule}: ${path}`).sort(),
  );
});

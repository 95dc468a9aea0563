import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Journal } from '../../../src/usage/metering/journal/journal.js';
import { replayLeftovers } from '../../../src/usage/metering/journal/leftover-journals.js';
import { UsageWriterService } from '../../../src/usage/metering/usage-writer.service.js';
import { Scrape } from '../../support/exposition.js';
import { useTestApp } from '../../support/test-app.js';
import { event, record } from '../../unit/usage/metering/usage-events.js';

const app = useTestApp();

it('counts the intact frames, keeps the damaged file, and reports it', async () => {
  const root = join(app().dataDirectory, 'usage');
  const journal = new Journal({ root });
  await journal.open();
  for (const number of [1, 2, 3]) await record(journal, number);
  const [{ path }] = journal.takeSegments();
  await record(journal, 5);
  journal.close();
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] ^= 0x10;
  writeFileSync(path, bytes);

  const writer = app().app.get(UsageWriterService);
  await replayLeftovers(root, (segments) => writer.apply(segments));

  const counted = await app().runSql(
    `select status from usage.account_days where account_id = '*' order by status`,
  );
  expect(counted.map(({ status }) => status)).toEqual([1, 3, 5].map((number) => event(number).status));
  const kept = `${journal.id}.0000000001.damaged`;
  expect(readdirSync(root)).toContain(kept);
  expect(readdirSync(root).filter((name) => name.startsWith(journal.id))).toEqual([kept]);
  expect(readFileSync(join(root, kept))).toEqual(bytes);
  const lines = app().logLines.filter((line) => line.includes('is damaged'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('1 frame (');
  expect(lines[0]).toContain(kept);
  const { text } = await Scrape.of(app());
  expect(text).toContain('\nweather_usage_journal_lost_frames_total 1\n');
  expect(text).toContain('\nweather_usage_journal_damaged_segments 1\n');
  expect(text).toContain('\nweather_usage_journal_unwritable 0\n');
});

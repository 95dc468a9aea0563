import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MikroORM } from '@mikro-orm/postgresql';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/core/database/migrate.js';
import { createOrmOptions } from '../../src/core/database/orm-options.js';
import { ChangeFeedService } from '../../src/core/database/changes/change-feed.service.js';
import { EventsService } from '../../src/core/events/events.service.js';
import { OWN_FEATURE_SET } from '../../src/boot/features/features.js';
import { AlertEvaluatorService } from '../../src/forecast/alerts/evaluation/alert-evaluator.service.js';
import { AlertForecastsService } from '../../src/forecast/alerts/evaluation/alert-forecasts.service.js';
import { AlertRunsService } from '../../src/forecast/alerts/evaluation/alert-runs.service.js';
import { forecastService } from '../support/forecast-service.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { publishFullRun } from './keyed/full-run.js';
import { type Report } from './report.js';

const ALERTS = 10_000;
const BOUND_SECONDS = 60;
const HOURS = 48;
const FIELDS = ['temperature', 'windGust', 'precipitationIntensity', 'temperatureApparent'];

/** Evaluates 10,000 alerts, each at its own place, after a run was published: with all calm, and with all raised. */
export async function bench(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-alerts-'));
  const server = await EmbeddedPostgres.start({ directory: join(folder, 'postgres') });
  await migrate(server.connection, OWN_FEATURE_SET);
  const orm = await MikroORM.init(createOrmOptions(server.connection, OWN_FEATURE_SET));
  const configuration = loadConfiguration({ MODELS: 'gfs', DATA_DIR: folder }, [gfs]);
  const catalogue = new RunCatalogue(configuration.runsDirectory);
  try {
    await publishFullRun(configuration.runsDirectory);
    await fill(orm);
    const forecasts = forecastService(catalogue, configuration);
    const evaluator = new AlertEvaluatorService(
      orm.em,
      new AlertRunsService(orm.em, catalogue, configuration),
      new AlertForecastsService(forecasts),
      new EventsService(),
      OWN_FEATURE_SET,
      new ChangeFeedService(orm),
    );
    report.note(`${ALERTS} alerts on ${FIELDS.join(', ')} of ${HOURS} hours`);
    await measure(report, orm, evaluator, 'all calm', 'calm', 1e6);
    await measure(report, orm, evaluator, 'all raised', 'raised', -1e6);
  } finally {
    catalogue.close();
    await orm.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  report: Report,
  orm: MikroORM,
  evaluator: AlertEvaluatorService,
  label: string,
  state: string,
  value: number,
): Promise<void> {
  await orm.em
    .fork()
    .execute('update forecast_alerts set value = ?, checked_position = 0, evaluation = null', [value]);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { user, system } = process.cpuUsage();
  const startMs = performance.now();
  await evaluator.work(new Date());
  const seconds = (performance.now() - startMs) / 1000;
  const used = process.cpuUsage({ user, system });
  delay.disable();
  const [{ count }] = await orm.em
    .fork()
    .execute<[{ count: number }]>('select count(*)::int from forecast_alerts where state = ?', [state]);
  if (count !== ALERTS) throw new Error(`${label}: ${count} alerts are ${state}`);
  report.figure(`${label}: until the last`, seconds, 's');
  report.figure(`${label}: processor time`, (used.user + used.system) / 1e6, 's');
  report.figure(`${label}: longest turn of the event loop`, delay.max / 1e6, 'ms');
  report.figure(`${label}: turns of the event loop, 99 %`, delay.percentile(99) / 1e6, 'ms');
  report.ratio(`${label}: until the last / ${BOUND_SECONDS} s`, seconds, BOUND_SECONDS, '<= 1');
}

async function fill(orm: MikroORM): Promise<void> {
  const em = orm.em.fork();
  await em.execute(
    `insert into accounts (id, full_name, email, email_key, role, status, created_at, updated_at)
     values ('acc_1', 'x', 'x@example.com', 'x@example.com', 'member', 'active', now(), now())`,
  );
  await em.execute(
    `insert into organizations (id, personal_account_id, created_by, created_at, updated_at)
     values ('org_1', 'acc_1', 'acc_1', now(), now())`,
  );
  await em.execute(
    `insert into clients (id, account_id, organization_id, name, secret_hash, scopes, rate_limits, status, created_at, updated_at)
     values ('cli_1', 'acc_1', 'org_1', 'x', 'x', '{}', '{}', 'active', now(), now())`,
  );
  await em.execute(
    `insert into forecast_alerts (id, client_id, name, field, comparison, value, units, hysteresis, latitude, longitude,
       lead_from, lead_to, is_enabled, state, checked_position, created_at, updated_at)
     select 'fal_' || lpad(n::text, 26, '0'), 'cli_1', 'x', (?::text[])[1 + n % ?], 'above', 0, 'metric', 0,
       round(((n * 7.1234) % 160 - 80)::numeric, 4), round(((n * 11.3771) % 360 - 180)::numeric, 4),
       0, ?, true, 'pending', 0, now(), now()
     from generate_series(1, ?) n`,
    [`{${FIELDS.join()}}`, FIELDS.length, HOURS, ALERTS],
  );
}

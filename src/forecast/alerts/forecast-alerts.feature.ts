import { EXAMPLE_ULID, everyEntry } from '../../core/http/index.js';
import { type EventDescription, type ScopeDescription, defineFeature } from '../../core/features/index.js';
import { AlertRun } from './evaluation/alert-run.entity.js';
import type { ForecastAlertAnnounced } from './forecast-alert-event.types.js';
import { ForecastAlert } from './forecast-alert.entity.js';
import { ForecastAlertsModule } from './forecast-alerts.module.js';
import { ForecastAlertsService } from './forecast-alerts.service.js';
import { Migration20261122001500 } from './migrations/Migration20261122001500.js';

const scopes = {
  'forecast-alerts:read': { title: 'Read forecast alerts', holders: ['token'], byDefault: false },
  'forecast-alerts:manage': {
    title: 'Create, change and delete forecast alerts',
    holders: ['token'],
    byDefault: false,
  },
} satisfies Record<string, ScopeDescription>;

const ids = {
  client_id: `cli_${EXAMPLE_ULID}`,
  organization_id: `org_${EXAMPLE_ULID}`,
};
const condition = { field: 'temperature', comparison: 'below', value: 0, units: 'metric' };
const said = {
  extreme_value: -2.4,
  extreme_time: '2026-11-23T05:00:00Z',
  first_time: '2026-11-22T23:00:00Z',
};

const events = {
  'forecast.alert': {
    title: 'A forecast alert has changed its state',
    description:
      'After a model run, the forecast meets the condition of an alert (`raised`), or no longer does (`cleared`). There is at most one event per alert and run. A raised alert is also cleared when it is changed, disabled or deleted; `reason` says why.',
    example: {
      alert_id: `fal_${EXAMPLE_ULID}`,
      ...ids,
      state: 'raised',
      reason: 'forecast',
      ...condition,
      lat: 42.3478,
      lon: -71.0466,
      ...said,
      model: 'gfs',
      run: '2026-11-21T00:00:00Z',
    },
  },
} satisfies Record<string, EventDescription>;

const auditActions = {
  'forecast_alert.created': 'Forecast alert created',
  'forecast_alert.updated': 'Forecast alert updated',
  'forecast_alert.deleted': 'Forecast alert deleted',
} as const;

const idPrefixes = { 'forecast alert': 'fal' } as const;

const evaluation = {
  model: 'gfs',
  run: '2026-11-21T00:00:00Z',
  evaluated_at: '2026-11-21T05:03:14Z',
  ...said,
};
const settings = {
  name: 'Frost in the orchard',
  ...condition,
  hysteresis: 0.5,
  lead_hours: { from: 0, to: 48 },
  model: null,
  enabled: true,
};
const input = { ...settings, lat: 42.3478, lon: -71.0466 };

const examples = {
  ForecastAlert: {
    id: `fal_${EXAMPLE_ULID}`,
    ...ids,
    ...input,
    place: null,
    state: 'raised',
    last_evaluation: evaluation,
    last_error: null,
    created_at: '2026-11-20T09:12:00Z',
    updated_at: '2026-11-20T09:12:00Z',
  },
  ForecastAlertEvaluation: evaluation,
  ForecastAlertError: {
    code: 'no_values',
    detail: 'No run has values of soilMoisture there.',
  },
  CreateForecastAlert: { client_id: ids.client_id, ...input },
  UpdateForecastAlert: { value: -2, hysteresis: 1 },
};

export const FORECAST_ALERTS_FEATURE = defineFeature({
  name: 'forecast-alerts',
  module: ForecastAlertsModule,
  entities: [ForecastAlert, AlertRun],
  migrations: [Migration20261122001500],
  scopes,
  auditActions,
  events,
  idPrefixes,
  tags: [{ name: 'Forecast alerts', description: 'Get an event when a forecast meets a condition.' }],
  examples,
  exportOf: (_, account, { get }) => ({
    forecast_alerts: everyEntry((page) => get(ForecastAlertsService).listOf(account, page)),
  }),
});

declare module '../../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface Events {
    'forecast.alert': ForecastAlertAnnounced;
  }
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}

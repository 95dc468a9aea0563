import { EXAMPLE_ULID, type ProblemDescription, everyEntry } from '../core/http/index.js';
import { type EventDescription, type ScopeDescription, defineFeature } from '../core/features/index.js';
import { UsageExportService } from './reports/usage-export.service.js';
import { UsageModule } from './usage.module.js';
import { Migration20261122001200 } from './migrations/Migration20261122001200.js';
import { Migration20261128001200 } from './migrations/Migration20261128001200.js';

const scopes = {
  'usage:read': { title: 'Read usage', holders: ['client', 'token'], byDefault: true },
} satisfies Record<string, ScopeDescription>;

const problems = {
  quota_exceeded: {
    status: 429,
    title: "The client's quota is used up",
    help: 'Wait the number of seconds in "Retry-After". "violated-policies" and the "RateLimit" header name the window.',
    example: {
      instance: '/v1/weather/forecast',
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      detail: "The client's quota per second is used up. The next request succeeds in 1 s.",
      extensions: { 'violated-policies': ['second'] },
    },
  },
  usage_unavailable: {
    status: 503,
    title: 'Usage cannot be recorded',
    help: 'Try again in a minute. The service only serves requests that it can count. The operator can find the cause in the log.',
    example: { instance: '/v1/weather/forecast' },
  },
} satisfies Record<string, ProblemDescription>;

const events = {
  'quota.reached': {
    title: 'A daily quota is nearly or fully used',
    description:
      'A client has used 80 % or 100 % of its units for a UTC day. `client_id` is null if it is an organization with limits of its own.',
    example: {
      client_id: `cli_${EXAMPLE_ULID}`,
      organization_id: `org_${EXAMPLE_ULID}`,
      percent: 80,
      limit: 50000,
      utc_day: '2026-11-21',
    },
  },
} satisfies Record<string, EventDescription>;

const idPrefixes = { 'logged request': 'req' } as const;

const examples = {
  'Usage.interval': 'day',
  'QuotaWindow.window': 'day',
  UsageGroup: {
    endpoint: 'GET /v1/weather/forecast',
    requests: 1204,
    units: 1180,
    errors: 24,
    throttled: 20,
    bytes: 9871234,
    latency_ms: { p50: 3.1, p95: 9.4, p99: 21.6 },
  },
};

export const USAGE_FEATURE = defineFeature({
  name: 'usage',
  module: UsageModule,
  schemas: ['usage'],
  dataFiles: ['usage/**/*.segment'],
  migrations: [Migration20261122001200, Migration20261128001200],
  scopes,
  problems,
  events,
  idPrefixes,
  tags: [{ name: 'Usage', description: 'Requests over time, the remaining quota, and recent requests.' }],
  dashboard: [{ path: '/usage', title: 'Usage', icon: 'activity', order: 40, ofOrganization: true }],
  examples,
  exportOf: (_, account, { get }) => ({
    usage: everyEntry(({ cursor }) => get(UsageExportService).days(account, cursor)),
    requests: everyEntry((page) => get(UsageExportService).requests(account, page)),
  }),
});

declare module '../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface Problems extends Record<keyof typeof problems, true> {}
  interface Events {
    'quota.reached': {
      client_id: string | null;
      organization_id: string;
      percent: 80 | 100;
      limit: number;
      utc_day: string;
    };
  }
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}

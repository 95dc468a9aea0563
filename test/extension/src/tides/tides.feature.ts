import { defineFeature } from 'weather-forecast-service';
import { Migration20261205120000 } from './Migration20261205120000.js';
import { toTideGaugeDto } from './tide-gauge.dto.js';
import { TideGauge } from './tide-gauge.entity.js';
import { TidesModule } from './tides.module.js';

/** A feature that belongs to organizations, hears events and has settings of its own. */
export default defineFeature({
  name: 'tides',
  module: TidesModule,
  entities: [TideGauge],
  migrations: [Migration20261205120000],
  scopes: { 'tides:read': { title: 'Read tide gauges', holders: ['client', 'token'], byDefault: true } },
  permissions: {
    'tides:read': { title: 'See tide gauges', roles: ['owner', 'admin', 'developer', 'viewer'] },
    'tides:manage': { title: 'Add tide gauges', roles: ['owner', 'admin'] },
  },
  settings: {
    TIDES_URL: { kind: 'url', default: 'https://tides.example', description: 'Where levels are read from.' },
  },
  events: {
    'tide.high': {
      title: 'A tide is high',
      description: 'A tide gauge shows 600 cm or more, and did not before.',
      example: { tide_gauge_id: 'tdg_01KAHVZ6D4Q3T5B9XG7M2N8RWC', level_cm: 612 },
    },
  },
  idPrefixes: { 'tide gauge': 'tdg' },
  tags: [{ name: 'Tides', description: 'Tide gauges that an organization watches.' }],
  dashboard: [
    {
      path: '/tides',
      title: 'Tides',
      ofOrganization: true,
      script: new URL('./tides-page.js', import.meta.url),
    },
  ],
  onOrganizationEnd: async (em, organization) => {
    await em.nativeDelete(TideGauge, { organizationId: organization.id });
  },
  exportOf: async (em, account) => {
    const gauges = await em.find(TideGauge, { accountId: account.id });
    return { tide_gauges: gauges.map(toTideGaugeDto) };
  },
});

declare module 'weather-forecast-service' {
  interface Scopes {
    'tides:read': true;
  }
  interface Permissions {
    'tides:read': true;
    'tides:manage': true;
  }
  interface Settings {
    TIDES_URL: string;
  }
  interface Events {
    'tide.high': { tide_gauge_id: string; level_cm: number };
  }
  interface IdPrefixes {
    tdg: true;
  }
}

import { Global, Module } from '@nestjs/common';
import { AccountsModule, SessionsModule } from '../../accounts/index.js';
import { AuditModule } from '../../core/audit/index.js';
import { ClientsModule } from '../../clients/index.js';
import { EventsModule } from '../../core/events/index.js';
import { ForecastModule } from '../../forecast/index.js';
import { MailModule } from '../../core/mail/index.js';
import { MetricsModule } from '../../core/telemetry/index.js';
import { OrganizationsModule } from '../../organizations/index.js';
import { UsageModule } from '../../usage/index.js';

const MODULES = [
  AccountsModule,
  AuditModule,
  ClientsModule,
  EventsModule,
  ForecastModule,
  MailModule,
  MetricsModule,
  OrganizationsModule,
  SessionsModule,
  UsageModule,
];

/**
 * Makes the services that the package exports, and what the guards of its decorators need, available in every module.
 * Without it, a controller with `RequiresApiKey` would have to import modules that nothing on it names.
 */
@Global()
@Module({ imports: MODULES, exports: MODULES })
export class InjectableServicesModule {}

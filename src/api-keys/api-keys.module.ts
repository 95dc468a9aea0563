import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AccountsModule } from '../accounts/index.js';
import { AuditModule } from '../core/audit/index.js';
import { ClientsModule } from '../clients/index.js';
import { EventsModule } from '../core/events/index.js';
import { MailModule } from '../core/mail/index.js';
import { OrganizationsModule } from '../organizations/index.js';
import { MetricsModule } from '../core/telemetry/index.js';
import { ApiKeyVerifierService } from './api-key-verifier.service.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { BearerTokenStrategy } from './strategies/bearer-token.strategy.js';
import { ExpiryNoticesService } from './expiry/expiry-notices.service.js';
import { HeaderKeyStrategy } from './strategies/header-key.strategy.js';
import { KeyIssuerService } from './key-issuer.service.js';
import { KeyMetrics } from './key-metrics.js';
import { LastUsesService } from './last-uses.service.js';
import { RefusedKeysService } from './refusals/refused-keys.service.js';
import { QueryKeyStrategy } from './strategies/query-key.strategy.js';

@Module({
  imports: [
    PassportModule,
    AccountsModule,
    OrganizationsModule,
    ClientsModule,
    AuditModule,
    MailModule,
    EventsModule,
    MetricsModule,
  ],
  controllers: [ApiKeysController],
  providers: [
    ApiKeysService,
    KeyIssuerService,
    ExpiryNoticesService,
    ApiKeyVerifierService,
    HeaderKeyStrategy,
    QueryKeyStrategy,
    BearerTokenStrategy,
    RefusedKeysService,
    ApiKeyGuard,
    LastUsesService,
    KeyMetrics,
  ],
  exports: [
    ApiKeysService,
    ApiKeyGuard,
    RefusedKeysService,
    ApiKeyVerifierService,
    HeaderKeyStrategy,
    QueryKeyStrategy,
    BearerTokenStrategy,
    LastUsesService,
  ],
})
export class ApiKeysModule {}

import { Module } from '@nestjs/common';
import { ForecastModule } from '../forecast/forecast.module.js';
import { MailModule } from '../mail/mail.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AnswerMetrics } from './metrics/answer-metrics.js';
import { KeyMetrics } from './metrics/key-metrics.js';
import { LimitMetrics } from './metrics/limit-metrics.js';
import { LimitStoreMetrics } from './metrics/limit-store-metrics.js';
import { MailMetrics } from './metrics/mail-metrics.js';
import { UsageMetrics } from './metrics/usage-metrics.js';
import { WebhookMetrics } from './metrics/webhook-metrics.js';
import { TelemetryModule } from './telemetry.module.js';

/** What processes that answer callers tell besides. */
@Module({
  imports: [TelemetryModule, ForecastModule, UsageModule, MailModule, WebhooksModule],
  providers: [
    LimitMetrics,
    LimitStoreMetrics,
    KeyMetrics,
    AnswerMetrics,
    UsageMetrics,
    MailMetrics,
    WebhookMetrics,
  ],
})
export class ServingTelemetryModule {}

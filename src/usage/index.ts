export { OWN_LIMIT_HEADERS, TellsLimitsAs } from './limits/limit-headers.js';
export { BackgroundUnitsService } from './limits/background-units.service.js';
export { ClientThrottlerGuard } from './limits/client-throttler.guard.js';
export type { Admission } from './limits/limit.storage.js';
export { JournalHealthService } from './metering/journal/journal-health.service.js';
export type { MeteredOwner, MeteredPoint, MeteredUnits } from './metering/journal/usage-event.types.js';
export { MeteringModule } from './metering/metering.module.js';
export { UsageFlusherService } from './metering/usage-flusher.service.js';
export { UsageMeterService } from './metering/usage-meter.service.js';
export { UsageWriterService } from './metering/usage-writer.service.js';
export { QuotaService } from './reports/quota.service.js';
export { UsageReportService } from './reports/usage-report.service.js';
export {
  type LimitHeaders,
  type Price,
  RequiresApiKey,
  RequiresApiKeyOrSession,
  RequiresKeyInHeader,
} from './requires-api-key.decorator.js';
export { USAGE_FEATURE } from './usage.feature.js';
export { UsageModule } from './usage.module.js';

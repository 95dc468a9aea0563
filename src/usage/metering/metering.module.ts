import { join } from 'node:path';
import { Logger, Module } from '@nestjs/common';
import { ApiKeysModule } from '../../api-keys/index.js';
import { ClientsModule } from '../../clients/index.js';
import { Configuration, type JournalFull } from '../../core/config/index.js';
import { MetricsModule } from '../../core/telemetry/index.js';
import { ConsumptionHistory } from '../limits/consumption-history.js';
import { Journal } from './journal/journal.js';
import { JournalHealthService } from './journal/journal-health.service.js';
import { RecordedConsumptionService } from './recorded-consumption.service.js';
import { UsageFlusherService } from './usage-flusher.service.js';
import { UsageMaintenanceService } from './usage-maintenance.service.js';
import { UsageMeterService } from './usage-meter.service.js';
import { UsageMetrics } from './usage-metrics.js';
import { UsageWriterService } from './usage-writer.service.js';

const LOG_EVERY_MS = 60_000;

/** Logs at most one line per minute, since a full disk fails every request. */
function failureLog(journalFull: JournalFull): (error: Error) => void {
  const logger = new Logger(Journal.name);
  const outcome = journalFull === 'refuse' ? 'refused with 503' : 'answered uncounted';
  let loggedMs = -Infinity;
  return ({ message }) => {
    if (performance.now() - loggedMs < LOG_EVERY_MS) return;
    loggedMs = performance.now();
    logger.error(`The usage journal can't be written; requests are ${outcome}: ${message}`);
  };
}

@Module({
  imports: [ApiKeysModule, ClientsModule, MetricsModule],
  providers: [
    {
      provide: Journal,
      inject: [Configuration],
      useFactory: ({ dataDirectory, journalFull }: Configuration) =>
        new Journal({ root: join(dataDirectory, 'usage'), onError: failureLog(journalFull) }),
    },
    JournalHealthService,
    UsageWriterService,
    UsageFlusherService,
    UsageMaintenanceService,
    UsageMeterService,
    UsageMetrics,
    { provide: ConsumptionHistory, useClass: RecordedConsumptionService },
  ],
  exports: [
    ConsumptionHistory,
    JournalHealthService,
    UsageFlusherService,
    UsageMeterService,
    UsageWriterService,
  ],
})
export class MeteringModule {}

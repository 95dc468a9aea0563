import { join } from 'node:path';
import { Logger, Module } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { ConsumptionHistory } from '../limits/consumption-history.js';
import { Journal } from './journal.js';
import { RecordedConsumption } from './recorded-consumption.service.js';
import { UsageFlusher } from './usage-flusher.service.js';
import { UsageMaintenance } from './usage-maintenance.service.js';
import { UsageMeter } from './usage-meter.service.js';
import { UsageWriter } from './usage-writer.service.js';

@Module({
  providers: [
    {
      provide: Journal,
      inject: [Configuration],
      useFactory: ({ dataDirectory }: Configuration) => {
        const logger = new Logger(Journal.name);
        return new Journal({
          root: join(dataDirectory, 'usage'),
          onError: ({ message }) => logger.error(`The usage journal cannot be written: ${message}`),
        });
      },
    },
    UsageWriter,
    UsageFlusher,
    UsageMaintenance,
    UsageMeter,
    { provide: ConsumptionHistory, useClass: RecordedConsumption },
  ],
  exports: [ConsumptionHistory, UsageFlusher, UsageMeter],
})
export class MeteringModule {}

import { Module } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { ServiceProcesses } from '../../workers/service-processes.service.js';
import { LeasingLimitStorage } from './lending/leasing-limit.storage.js';
import { LimitStorage } from './limit.storage.js';
import { LocalLimitStorage } from './local-limit.storage.js';
import { RemoteLimitStorage } from './remote-limit.storage.js';
import { SharedLimitStorage } from './shared-limit.storage.js';

@Module({
  providers: [
    LocalLimitStorage,
    {
      provide: LimitStorage,
      inject: [Configuration, LocalLimitStorage, ServiceProcesses],
      useFactory: ({ redisUrl }: Configuration, local: LocalLimitStorage, processes: ServiceProcesses) => {
        if (redisUrl === undefined) return processes.isWorker ? new LeasingLimitStorage(processes) : local;
        return processes.isWorker
          ? new RemoteLimitStorage(processes)
          : new SharedLimitStorage(redisUrl, local);
      },
    },
  ],
  exports: [LimitStorage, LocalLimitStorage],
})
export class LimitStorageModule {}

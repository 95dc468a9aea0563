import { Module } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { LimitStorage } from './limit.storage.js';
import { LocalLimitStorage } from './local-limit.storage.js';
import { SharedLimitStorage } from './shared-limit.storage.js';

@Module({
  providers: [
    LocalLimitStorage,
    {
      provide: LimitStorage,
      inject: [Configuration, LocalLimitStorage],
      useFactory: ({ redisUrl }: Configuration, local: LocalLimitStorage) =>
        redisUrl === undefined ? local : new SharedLimitStorage(redisUrl, local),
    },
  ],
  exports: [LimitStorage, LocalLimitStorage],
})
export class LimitStorageModule {}

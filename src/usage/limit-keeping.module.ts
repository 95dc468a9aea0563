import { Module } from '@nestjs/common';
import { LimitKeeper } from './limits/limit-keeper.service.js';
import { LimitStorageModule } from './limits/limit-storage.module.js';
import { MeteringModule } from './metering/metering.module.js';

/** What the primary of several workers does about limits. */
@Module({
  imports: [LimitStorageModule, MeteringModule],
  providers: [LimitKeeper],
  exports: [LimitKeeper, LimitStorageModule, MeteringModule],
})
export class LimitKeepingModule {}

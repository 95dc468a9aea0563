import { Module } from '@nestjs/common';
import { LimitLender } from './limits/lending/limit-lender.service.js';
import { LimitKeeper } from './limits/limit-keeper.service.js';
import { LimitStorageModule } from './limits/limit-storage.module.js';
import { MeteringModule } from './metering/metering.module.js';

/** What the primary of several workers does about limits. */
@Module({
  imports: [LimitStorageModule, MeteringModule],
  providers: [LimitKeeper, LimitLender],
  exports: [LimitKeeper, LimitStorageModule, MeteringModule],
})
export class LimitKeepingModule {}

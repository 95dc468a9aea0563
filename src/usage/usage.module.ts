import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { MeteringModule } from './metering/metering.module.js';

@Module({
  imports: [ApiKeysModule, LimitsModule, MeteringModule],
  exports: [ApiKeysModule, LimitsModule, MeteringModule],
})
export class UsageModule {}

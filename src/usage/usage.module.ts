import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { LimitsModule } from './limits/limits.module.js';

@Module({
  imports: [ApiKeysModule, LimitsModule],
  exports: [ApiKeysModule, LimitsModule],
})
export class UsageModule {}

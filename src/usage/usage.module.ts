import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ClientLimitStorage } from './client-limit.storage.js';
import { RefusalRefundInterceptor } from './refusal-refund.interceptor.js';

@Module({
  imports: [
    ApiKeysModule,
    // The windows are those of each client, so that there are none to name here.
    ThrottlerModule.forRootAsync({
      useFactory: () => ({ throttlers: [], storage: new ClientLimitStorage() }),
    }),
  ],
  providers: [{ provide: APP_INTERCEPTOR, useClass: RefusalRefundInterceptor }],
  exports: [ApiKeysModule, ThrottlerModule],
})
export class UsageModule {}

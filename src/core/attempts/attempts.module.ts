import { Global, Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { AttemptStore } from './attempt-store.js';
import { AttemptsService } from './attempts.service.js';
import { LocalAttemptStore } from './local-attempt.store.js';
import { SharedAttemptStore } from './shared-attempt.store.js';

@Global()
@Module({
  providers: [
    {
      provide: AttemptStore,
      inject: [Configuration],
      useFactory: ({ redisUrl }: Configuration) => {
        const local = new LocalAttemptStore();
        return redisUrl === undefined ? local : new SharedAttemptStore(redisUrl, local);
      },
    },
    AttemptsService,
  ],
  exports: [AttemptsService],
})
export class AttemptsModule {}

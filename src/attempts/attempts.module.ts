import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { ServiceProcesses } from '../workers/service-processes.service.js';
import { AttemptStore } from './attempt-store.js';
import { Attempts } from './attempts.service.js';
import { LocalAttemptStore } from './local-attempt.store.js';
import { countForWorkers, RemoteAttemptStore } from './remote-attempt.store.js';
import { SharedAttemptStore } from './shared-attempt.store.js';

@Global()
@Module({
  providers: [
    {
      provide: AttemptStore,
      inject: [Configuration, ServiceProcesses],
      useFactory: ({ redisUrl }: Configuration, processes: ServiceProcesses) => {
        if (processes.isWorker) return new RemoteAttemptStore(processes);
        const local = new LocalAttemptStore();
        return redisUrl === undefined ? local : new SharedAttemptStore(redisUrl, local);
      },
    },
    Attempts,
  ],
  exports: [Attempts],
})
export class AttemptsModule implements OnModuleInit {
  constructor(
    private readonly store: AttemptStore,
    private readonly processes: ServiceProcesses,
  ) {}

  onModuleInit(): void {
    countForWorkers(this.store, this.processes);
  }
}

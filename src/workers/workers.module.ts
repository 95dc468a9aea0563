import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ServiceProcesses } from './service-processes.service.js';

@Global()
@Module({})
export class WorkersModule {
  static forRoot(processes: ServiceProcesses): DynamicModule {
    return {
      module: WorkersModule,
      providers: [{ provide: ServiceProcesses, useValue: processes }],
      exports: [ServiceProcesses],
    };
  }
}

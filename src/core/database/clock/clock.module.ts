import { Global, Module } from '@nestjs/common';
import { DatabaseClockService } from './database-clock.service.js';

@Global()
@Module({ providers: [DatabaseClockService], exports: [DatabaseClockService] })
export class ClockModule {}

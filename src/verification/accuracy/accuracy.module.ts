import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../api-keys/index.js';
import { ObservationsModule } from '../../observations/index.js';
import { VerificationModule } from '../verification.module.js';
import { AccuracyController } from './accuracy.controller.js';
import { AccuracyGuard } from './accuracy.guard.js';
import { AccuracyService } from './accuracy.service.js';

@Module({
  imports: [ApiKeysModule, ObservationsModule, VerificationModule],
  controllers: [AccuracyController],
  providers: [AccuracyGuard, AccuracyService],
})
export class AccuracyModule {}

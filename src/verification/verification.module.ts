import { Module } from '@nestjs/common';
import { ObservationsModule } from '../observations/index.js';
import { MetricsModule } from '../core/telemetry/index.js';
import { RunCatalogueModule } from '../store/nest/index.js';
import { ForecastStoreService } from './forecasts/forecast-store.service.js';
import { IssuedForecastsService } from './forecasts/issued-forecasts.service.js';
import { KeepForecastsService } from './forecasts/keep-forecasts.service.js';
import { DoubtfulStationsService } from './scores/doubtful-stations.service.js';
import { LearnDayService } from './scores/learn-day.service.js';
import { ObservedDaysService } from './scores/observed-days.service.js';
import { ScoreStoreService } from './scores/score-store.service.js';
import { VerifyDayService } from './scores/verify-day.service.js';
import { VerificationStatusService } from './status/verification-status.service.js';
import { PublishStateService } from './state/publish-state.service.js';
import { VerificationStatesService } from './state/verification-states.service.js';
import { VerifiedErrorsService } from './state/verified-errors.service.js';
import { VerificationService } from './verification.service.js';

/** Forecasts at stations, compared with what was measured. */
@Module({
  imports: [MetricsModule, ObservationsModule, RunCatalogueModule],
  providers: [
    IssuedForecastsService,
    ForecastStoreService,
    KeepForecastsService,
    ObservedDaysService,
    LearnDayService,
    ScoreStoreService,
    VerifyDayService,
    DoubtfulStationsService,
    VerifiedErrorsService,
    PublishStateService,
    VerificationStatesService,
    VerificationService,
    VerificationStatusService,
  ],
  exports: [
    IssuedForecastsService,
    DoubtfulStationsService,
    VerificationService,
    VerificationStatesService,
    VerificationStatusService,
  ],
})
export class VerificationModule {}

import { Module } from '@nestjs/common';
import { IngestHeartbeatService } from './status/ingest-heartbeat.service.js';
import { IngestService } from './schedule/ingest.service.js';
import { IngestStatusesService } from './status/ingest-statuses.service.js';

@Module({
  providers: [IngestStatusesService, IngestHeartbeatService, IngestService],
  exports: [IngestStatusesService, IngestService],
})
export class IngestModule {}

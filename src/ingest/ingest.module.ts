import { Module } from '@nestjs/common';
import { IngestAnnouncerService } from './status/ingest-announcer.service.js';
import { IngestService } from './schedule/ingest.service.js';
import { IngestStatusesService } from './status/ingest-statuses.service.js';

@Module({
  providers: [IngestStatusesService, IngestAnnouncerService, IngestService],
  exports: [IngestStatusesService, IngestService],
})
export class IngestModule {}

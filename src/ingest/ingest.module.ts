import { Module } from '@nestjs/common';
import { IngestAnnouncer } from './status/ingest-announcer.service.js';
import { IngestService } from './schedule/ingest.service.js';
import { IngestStatuses } from './status/ingest-statuses.service.js';

@Module({
  providers: [IngestStatuses, IngestAnnouncer, IngestService],
  exports: [IngestStatuses, IngestService],
})
export class IngestModule {}

import { Module } from '@nestjs/common';
import { IngestAnnouncer } from './ingest-announcer.service.js';
import { IngestService } from './ingest.service.js';
import { IngestStatuses } from './ingest-statuses.js';

@Module({
  providers: [IngestStatuses, IngestAnnouncer, IngestService],
  exports: [IngestStatuses, IngestService],
})
export class IngestModule {}

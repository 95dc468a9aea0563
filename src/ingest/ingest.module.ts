import { Module } from '@nestjs/common';
import { IngestService } from './ingest.service.js';
import { IngestStatuses } from './ingest-statuses.js';

@Module({
  providers: [IngestStatuses, IngestService],
  exports: [IngestStatuses, IngestService],
})
export class IngestModule {}

import { Module } from '@nestjs/common';
import { IngestService } from './ingest.service.js';
import { IngestStatus } from './ingest-status.js';

@Module({
  providers: [IngestStatus, IngestService],
  exports: [IngestStatus, IngestService],
})
export class IngestModule {}

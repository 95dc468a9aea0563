import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest.module.js';
import { IngestReportsService } from './ingest-reports.service.js';

@Module({ imports: [IngestModule], providers: [IngestReportsService], exports: [IngestReportsService] })
export class IngestReportsModule {}

import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest.module.js';
import { IngestReports } from './ingest-reports.service.js';

@Module({ imports: [IngestModule], providers: [IngestReports], exports: [IngestReports] })
export class IngestReportsModule {}

import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../../accounts/index.js';
import { AuditReaderService } from './audit-reader.service.js';

/** Adds the audit events to an account's data export. */
@Injectable()
export class AuditExportService {
  constructor(exports: AccountExportService, reader: AuditReaderService) {
    exports.add('audit_events', (account, page) => reader.list(account, { account_id: account.id, ...page }));
  }
}

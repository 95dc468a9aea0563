import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../accounts/export/account-export.service.js';
import { AuditReaderService } from './audit-reader.service.js';

/** The changes of an account in its own data. */
@Injectable()
export class AuditExportService {
  constructor(exports: AccountExportService, reader: AuditReaderService) {
    exports.add('audit_events', (account, page) => reader.list(account, { account_id: account.id, ...page }));
  }
}

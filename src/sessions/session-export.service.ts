import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../accounts/export/account-export.service.js';
import { SessionsService } from './sessions.service.js';

/** The sessions in an account's own data. */
@Injectable()
export class SessionExportService {
  constructor(exports: AccountExportService, sessions: SessionsService) {
    exports.add('sessions', (account, page) => sessions.list(account.id, page));
  }
}

import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../export/account-export.service.js';
import { SessionsService } from './sessions.service.js';

/** Adds the sessions to an account's data export. */
@Injectable()
export class SessionExportService {
  constructor(exports: AccountExportService, sessions: SessionsService) {
    exports.add('sessions', (account, page) => sessions.list(account.id, page));
  }
}

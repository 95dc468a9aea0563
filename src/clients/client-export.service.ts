import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../accounts/export/account-export.service.js';
import { ClientsService } from './clients.service.js';

/** The clients in an account's own data: those that it created, not those of its colleagues. */
@Injectable()
export class ClientExportService {
  constructor(exports: AccountExportService, clients: ClientsService) {
    exports.add('clients', (account, page) => clients.list(account, { account_id: account.id, ...page }));
  }
}

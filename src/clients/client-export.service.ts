import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../accounts/index.js';
import { ClientsService } from './clients.service.js';

/** Adds the clients that the account created, not those of its colleagues, to its data export. */
@Injectable()
export class ClientExportService {
  constructor(exports: AccountExportService, clients: ClientsService) {
    exports.add('clients', (account, page) => clients.list(account, { account_id: account.id, ...page }));
  }
}

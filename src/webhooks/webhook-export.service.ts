import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../accounts/export/account-export.service.js';
import { WebhooksService } from './webhooks.service.js';

/** The webhooks in an account's own data: those of the organizations in which it may see them, without secrets. */
@Injectable()
export class WebhookExportService {
  constructor(exports: AccountExportService, webhooks: WebhooksService) {
    exports.add('webhooks', (account, page) => webhooks.list(account, page));
  }
}

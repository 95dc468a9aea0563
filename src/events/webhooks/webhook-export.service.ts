import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../../accounts/index.js';
import { WebhooksService } from './webhooks.service.js';

/** Adds webhooks, without secrets, to an account's data export: those of the organizations where it may see them. */
@Injectable()
export class WebhookExportService {
  constructor(exports: AccountExportService, webhooks: WebhooksService) {
    exports.add('webhooks', (account, page) => webhooks.list(account, page));
  }
}

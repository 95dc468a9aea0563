import { Injectable } from '@nestjs/common';
import { MailListService } from '../mails/mail-list.service.js';
import { AccountExportService } from './account-export.service.js';

/**
 * Adds the messages about an account to its data export, without the mail server's replies, which are for operators.
 */
@Injectable()
export class MailExportService {
  constructor(exports: AccountExportService, mails: MailListService) {
    exports.add('mails', async ({ id }, page) => {
      const { data, next_cursor } = await mails.list({ accountId: id }, page);
      return { data: data.map((mail) => ({ ...mail, error: undefined })), next_cursor };
    });
  }
}

export type { ComposedMail, MailContent } from './mail-content.types.js';
export { MAIL_STATES, Mail, type MailState } from './mail.entity.js';
export { MailModule } from './mail.module.js';
export { MailsService } from './mails.service.js';
export { Migration20261123074653 } from './migrations/Migration20261123074653.js';
export { Migration20261123175253 } from './migrations/Migration20261123175253.js';

export type { ComposedMail, MailContent } from './mail-content.types.js';
export { MAIL_STATES, Mail, type MailState } from './mail.entity.js';
export { MailModule } from './mail.module.js';
export { type MailComposer, MailsService, type QueuedMail } from './mails.service.js';

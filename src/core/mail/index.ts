export {
  type ComposedMail,
  type MailComposer,
  type MailContent,
  MailsService,
  type QueuedMail,
} from './mails.service.js';
export { MAIL_STATES, Mail, type MailState } from './mail.entity.js';
export { MailModule } from './mail.module.js';

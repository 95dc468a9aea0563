import { defineFeature } from '../features/define-feature.js';
import { Mail } from './mail.entity.js';
import { MailModule } from './mail.module.js';
import { Migration20261123074653 } from './migrations/Migration20261123074653.js';

const idPrefixes = { message: 'msg' } as const;

export const MAIL_FEATURE = defineFeature({
  name: 'mail',
  module: MailModule,
  entities: [Mail],
  migrations: [Migration20261123074653],
  idPrefixes,
});

declare module '../features/names.types.js' {
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}

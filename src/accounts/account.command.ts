import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { AccountDependentsService } from './account-dependents.service.js';
import { Account } from './account.entity.js';
import { emailKey } from './email-key.js';
import { endLinks } from './links/end-links.js';
import { OneTimeLinksService } from './links/one-time-links.service.js';
import { lockAccount } from './locked-accounts.js';
import { PasswordHasherService } from './passwords/password-hasher.service.js';
import { PasswordResetsService } from './passwords/password-resets.service.js';
import { AttemptsService } from '../attempts/attempts.service.js';
import { LocalAttemptStore } from '../attempts/local-attempt.store.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { FactorNoticesService } from '../factors/factor-notices.service.js';
import { FactorRemovalService } from '../factors/factor-removal.service.js';
import type { Actor } from '../http/access/actor.types.js';
import type { Configuration } from '../config/configuration.js';
import { MailsService } from '../mail/mails.service.js';
import { migrate } from '../database/migrate.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { createOrmOptions } from '../database/orm-options.js';
import type { FeatureSet } from '../features/feature-set.js';
import { loadApplication } from '../features/load-features.js';
import { withDatabase } from '../database/with-database.js';
import { revokeTokens } from '../personal-access-tokens/revoke-tokens.js';
import { endSessions } from '../sessions/end-sessions.js';

const USAGE =
  'Usage: npm run account -- reset-password <email>, sign-in-link <email>, or remove-factors <email>';
const ACTOR: Actor = { kind: 'command', accountId: null, clientId: null, address: null, requestId: null };

/** What a command does to an account, and says about it. */
type Command = (orm: MikroORM, account: Account, configuration: Configuration) => Promise<string>;

const COMMANDS: Record<string, Command> = {
  'reset-password': async (orm, { id, email }, configuration) => {
    const links = new OneTimeLinksService(orm.em, configuration);
    const hasher = new PasswordHasherService(configuration);
    const dependents = new AccountDependentsService();
    const resets = new PasswordResetsService(orm.em, links, hasher, dependents, new AuditLogService());
    const { url } = await resets.create(id, ACTOR);
    return `This link sets a new password for ${email}. It works once and expires in an hour:\n${url}`;
  },

  'sign-in-link': (orm, { id, email }, configuration) =>
    orm.em.transactional(async (em) => {
      const { url } = await new OneTimeLinksService(orm.em, configuration).create(id, 'sign-in');
      const action = 'account.sign_in_link_created';
      new AuditLogService().record(em, { action, actor: ACTOR, accountId: id, targetId: id });
      return `This link signs in ${email}. It works once and expires in an hour:\n${url}`;
    }),

  'remove-factors': (orm, { id, email }, configuration) =>
    orm.em.transactional(async (em) => {
      const attempts = new AttemptsService(new LocalAttemptStore());
      const notices = new FactorNoticesService(new MailsService(configuration), attempts, configuration);
      const dependents = new AccountDependentsService();
      dependents.add({ endSessions: endLinks });
      dependents.add({ endSessions });
      dependents.add({ endSessions: revokeTokens });
      const removal = new FactorRemovalService(dependents, notices, new AuditLogService());
      const hadSome = await removal.removeAll(em, await lockAccount(em, id), ACTOR);
      if (!hadSome) return `${email} has no second factor. Nothing changed.`;
      return `${email} signs in without a second factor from now on. All of its sessions ended.`;
    }),
};

/** `npm run account`: with or without a running service. */
export async function account(words: string[]): Promise<void> {
  const [name, email, ...rest] = words;
  if (name === '--help') return console.log(USAGE);
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command || !email || rest.length > 0) throw new Error(USAGE);
  const { configuration, features } = await loadApplication(process.env);
  if (name === 'reset-password' && configuration.passwordSignIn === 'off')
    throw new Error('PASSWORD_SIGN_IN is off. Use sign-in-link instead.');
  const said = await withDatabase(configuration, (connection) =>
    withAccount(email, connection, features, (orm, found) => command(orm, found, configuration)),
  );
  console.log(said);
}

async function withAccount<T>(
  email: string,
  connection: DatabaseConnection,
  features: FeatureSet,
  act: (orm: MikroORM, found: Account) => Promise<T>,
): Promise<T> {
  await migrate(connection, features);
  const orm = await MikroORM.init(createOrmOptions(connection, features));
  try {
    return await RequestContext.create(orm.em, async () => {
      const found = await orm.em.findOne(Account, { emailKey: emailKey(email), deletedAt: null });
      if (!found) throw new Error(`There is no account with the email ${email}.`);
      return act(orm, found);
    });
  } finally {
    await orm.close();
  }
}

import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { AccountDependentsService } from './account-dependents.service.js';
import { Account } from './account.entity.js';
import { emailKey } from './email-key.js';
import { OneTimeLinksService } from './links/one-time-links.service.js';
import { PasswordHasherService } from './passwords/password-hasher.service.js';
import { PasswordResetsService } from './passwords/password-resets.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Actor } from '../http/access/actor.types.js';
import type { Configuration } from '../config/configuration.js';
import { migrate } from '../database/migrate.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import { createOrmOptions } from '../database/orm-options.js';
import type { FeatureSet } from '../features/feature-set.js';
import { loadApplication } from '../features/load-features.js';
import { withDatabase } from '../database/with-database.js';

const USAGE = 'Usage: npm run account -- reset-password <email>, or sign-in-link <email>';
const EXPLANATIONS = {
  'reset-password': 'sets a new password for',
  'sign-in-link': 'signs in',
};
type LinkCommand = keyof typeof EXPLANATIONS;
const ACTOR: Actor = { kind: 'command', accountId: null, clientId: null, address: null, requestId: null };

/** `npm run account`: with or without a running service. */
export async function account(words: string[]): Promise<void> {
  const [command, email, ...rest] = words;
  if (command === '--help') return console.log(USAGE);
  if (!isLinkCommand(command) || !email || rest.length > 0) throw new Error(USAGE);
  const { configuration, features } = await loadApplication(process.env);
  if (command === 'reset-password' && configuration.passwordSignIn === 'off')
    throw new Error('PASSWORD_SIGN_IN is off. Use sign-in-link instead.');
  const url = await withDatabase(configuration, (connection) =>
    createLink(command, email, { configuration, features, connection }),
  );
  console.log(`This link ${EXPLANATIONS[command]} ${email}. It works once and expires in an hour:\n${url}`);
}

function isLinkCommand(command: string | undefined): command is LinkCommand {
  return command !== undefined && Object.hasOwn(EXPLANATIONS, command);
}

async function createLink(
  command: LinkCommand,
  email: string,
  {
    configuration,
    features,
    connection,
  }: { configuration: Configuration; features: FeatureSet; connection: DatabaseConnection },
): Promise<string> {
  await migrate(connection, features);
  const orm = await MikroORM.init(createOrmOptions(connection, features));
  try {
    const auditLog = new AuditLogService();
    const links = new OneTimeLinksService(orm.em, configuration);
    const hasher = new PasswordHasherService(configuration);
    const resets = new PasswordResetsService(orm.em, links, hasher, new AccountDependentsService(), auditLog);
    return await RequestContext.create(orm.em, async () => {
      const account = await orm.em.findOne(Account, { emailKey: emailKey(email), deletedAt: null });
      if (!account) throw new Error(`There is no account with the email ${email}.`);
      if (command === 'reset-password') return (await resets.create(account.id, ACTOR)).url;
      return orm.em.transactional(async (em) => {
        const { url } = await links.create(account.id, 'sign-in');
        const { id } = account;
        const action = 'account.sign_in_link_created';
        auditLog.record(em, { action, actor: ACTOR, accountId: id, targetId: id });
        return url;
      });
    });
  } finally {
    await orm.close();
  }
}

import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { AccountDependentsService } from './account-dependents.service.js';
import { Account } from './account.entity.js';
import { emailKey } from './email-key.js';
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

const USAGE = 'Usage: npm run account -- reset-password <email>';
const ACTOR: Actor = { kind: 'command', accountId: null, clientId: null, address: null, requestId: null };

/** `npm run account`: with or without a running service. */
export async function account(words: string[]): Promise<void> {
  const [command, email, ...rest] = words;
  if (command === '--help') return console.log(USAGE);
  if (command !== 'reset-password' || !email || rest.length > 0) throw new Error(USAGE);
  const { configuration, features } = await loadApplication(process.env);
  const url = await withDatabase(configuration, (connection) =>
    resetLink(email, { configuration, features, connection }),
  );
  console.log(`This link sets a new password for ${email}. It works once and expires in an hour:\n${url}`);
}

async function resetLink(
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
    const resets = new PasswordResetsService(
      orm.em,
      new PasswordHasherService(configuration),
      new AccountDependentsService(),
      new AuditLogService(),
      configuration,
    );
    return await RequestContext.create(orm.em, async () => {
      const account = await orm.em.findOne(Account, { emailKey: emailKey(email), deletedAt: null });
      if (!account) throw new Error(`There is no account with the email ${email}.`);
      return (await resets.create(account.id, ACTOR)).url;
    });
  } finally {
    await orm.close();
  }
}

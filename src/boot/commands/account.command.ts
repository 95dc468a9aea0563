import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../../app.module.js';
import { AuditLogService } from '../../core/audit/index.js';
import { migrate, withDatabase } from '../../core/database/index.js';
import {
  type Account,
  AccountsService,
  FactorRemovalService,
  OneTimeLinksService,
  PasswordResetsService,
  lockAccount,
} from '../../accounts/index.js';
import { loadApplication } from '../features/load-features.js';
import type { Actor } from '../../core/http/index.js';

const USAGE =
  'Usage: npm run account -- reset-password <email>, sign-in-link <email>, remove-factors <email>, or duplicates';
const ACTOR: Actor = { kind: 'command', accountId: null, clientId: null, address: null, requestId: null };

/** Applies a command to an account and returns the message to print. */
type Command = (app: NestFastifyApplication, account: Account) => Promise<string>;

const COMMANDS: Record<string, Command> = {
  'reset-password': async (app, { id, email }) => {
    const { url } = await app.get(PasswordResetsService).create(id, ACTOR);
    return `This link sets a new password for ${email}. It works once and expires in an hour:\n${url}`;
  },

  'sign-in-link': (app, { id, email }) =>
    app.get(MikroORM).em.transactional(async (em) => {
      const { url } = await app.get(OneTimeLinksService).create(id, 'sign-in');
      const action = 'account.sign_in_link_created';
      app.get(AuditLogService).record(em, { action, actor: ACTOR, accountId: id, targetId: id });
      return `This link signs in ${email}. It works once and expires in an hour:\n${url}`;
    }),

  'remove-factors': (app, { id, email }) =>
    app.get(MikroORM).em.transactional(async (em) => {
      const removal = app.get(FactorRemovalService);
      const hadSome = await removal.removeAll(em, await lockAccount(em, id), ACTOR);
      if (!hadSome) return `${email} has no second factor. Nothing changed.`;
      return `${email} no longer has a second factor. All of its sessions have ended.`;
    }),
};

/** Runs `npm run account`, with or without a running service. */
export async function account(words: string[]): Promise<number | void> {
  const [name, email, ...rest] = words;
  if (name === '--help') return console.log(USAGE);
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  const isList = name === 'duplicates' && email === undefined;
  if (rest.length > 0 || !(isList || (command && email))) throw new Error(USAGE);
  const { configuration, features } = await loadApplication(process.env);
  if (name === 'reset-password' && configuration.passwordSignIn === 'off')
    throw new Error('PASSWORD_SIGN_IN is off. Use sign-in-link instead.');
  const said = await withDatabase(configuration, async (connection) => {
    await migrate(connection, features);
    // Creates all providers, including those that depend on accounts, but initializes none: nothing starts that only a
    // running service needs.
    const app = await NestFactory.create<NestFastifyApplication>(
      AppModule.forRoot(configuration, connection, features),
      new FastifyAdapter(),
      { logger: false, abortOnError: false },
    );
    try {
      return await (command ? withAccount(app, email, command) : listDuplicates(app));
    } finally {
      // `app.close()` would have features close what they open only when initialized.
      await app.get(MikroORM).close();
    }
  });
  console.log(said);
  return 0;
}

function withAccount(app: NestFastifyApplication, email: string, act: Command): Promise<string> {
  const { em } = app.get(MikroORM);
  return RequestContext.create(em, async () => {
    const found = await app.get(AccountsService).findByEmail(email);
    if (!found) throw new Error(`There is no account with the email ${email}.`);
    return act(app, found);
  });
}

async function listDuplicates(app: NestFastifyApplication): Promise<string> {
  const duplicates = await RequestContext.create(app.get(MikroORM).em, () =>
    app.get(AccountsService).duplicates(),
  );
  if (duplicates.length === 0) return 'No two accounts have the same mailbox.';
  const named = ({ id, email }: Account) => `${id} (${email})`;
  return [
    'These accounts have the same mailbox as another one, under another spelling. Each can still sign in with its own spelling:',
    ...duplicates.map(({ account: one, other }) => `${named(one)} and ${named(other)}`),
  ].join('\n');
}

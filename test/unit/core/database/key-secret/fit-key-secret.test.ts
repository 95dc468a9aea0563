import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KeySecretError } from '../../../../../src/core/secrets/key-secret.js';
import { SecretSealerService } from '../../../../../src/core/secrets/secret-sealer.service.js';
import { SecretHasherService } from '../../../../../src/core/secrets/secret-hasher.service.js';
import { OWN_FEATURE_SET } from '../../../../../src/boot/features/features.js';
import { fitKeySecret } from '../../../../../src/core/database/key-secret/fit-key-secret.js';
import { KeySecretRotationService } from '../../../../../src/core/database/key-secret/key-secret-rotation.service.js';
import { createOrmOptions } from '../../../../../src/core/database/orm-options.js';
import { MetricsService } from '../../../../../src/core/telemetry/index.js';
import { cloneDatabase, runSql, type TestDatabase } from '../../../../support/test-postgres.js';

const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map((name) => name.padEnd(32, '.'));

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const fit = (secret: string, previous?: string) =>
  fitKeySecret(
    database.connection,
    OWN_FEATURE_SET,
    new SecretHasherService(secret, previous),
    new SecretSealerService(secret, previous),
  );

describe('fitKeySecret', () => {
  it('records the first secret as the database’s, and accepts it again', async () => {
    expect(await fit(FIRST)).toEqual({});
    expect(await fit(FIRST)).toEqual({});
    const [{ version }] = await runSql<{ version: string }>(
      database.connection,
      'select version from key_secret',
    );
    expect(version).toBe(new SecretHasherService(FIRST).version);
    expect(FIRST).not.toContain(version);
  });

  it('rejects an unknown secret, with or without an unknown previous one', async () => {
    await expect(fit(SECOND)).rejects.toThrow(KeySecretError);
    await expect(fit(SECOND, THIRD)).rejects.toThrow("doesn't match the database");
    await expect(fit(SECOND)).rejects.not.toThrow(new RegExp(`${FIRST}|${SECOND}`));
  });

  it('accepts a new secret with the previous one, and counts the rows still hashed under that', async () => {
    const old = new SecretHasherService(FIRST).hash('secret');
    await runSql(
      database.connection,
      `insert into accounts (id, full_name, email, email_key, role, status, created_at, updated_at)
       values ('acc_1', 'A', 'a', 'a', 'member', 'active', now(), now());
       insert into organizations (id, personal_account_id, created_by, created_at, updated_at)
       values ('org_1', 'acc_1', 'acc_1', now(), now());
       insert into clients (id, account_id, organization_id, name, secret_hash, scopes, rate_limits, status, created_at, updated_at)
       values ('cli_1', 'acc_1', 'org_1', 'C', '${old}', '{}', '{}', 'active', now(), now())`,
    );

    expect(await fit(SECOND, FIRST)).toEqual({ clients: 1 });
    expect(await fit(SECOND)).toEqual({ clients: 1 });
    await expect(fit(FIRST)).rejects.toThrow(KeySecretError);
  });

  it('reseals what is sealed under the previous secret, which is then no longer needed', async () => {
    const sealed = new SecretSealerService(SECOND).seal('JBSWY3DP');
    await runSql(
      database.connection,
      `insert into factors (id, account_id, type, name, secret, created_at)
       values ('fac_1', 'acc_1', 'totp', 'Phone', '${sealed}', now())`,
    );

    await fit(THIRD, SECOND);

    const [{ secret }] = await runSql<{ secret: string }>(database.connection, 'select secret from factors');
    expect(new SecretSealerService(THIRD).open(secret)).toBe('JBSWY3DP');
    await fit(SECOND, THIRD);
  });

  it('reseals what a replica with the previous secret seals later, and counts the hashes that need that secret', async () => {
    await fit(THIRD, SECOND);
    const orm = await MikroORM.init(createOrmOptions(database.connection, OWN_FEATURE_SET));
    const metrics = new MetricsService();
    const seal = (sealer: SecretSealerService) =>
      runSql(database.connection, `update factors set secret = '${sealer.seal('JBSWY3DP')}'`);
    const sealedWith = async (secret: string) => {
      const [{ secret: sealed }] = await runSql<{ secret: string }>(
        database.connection,
        'select secret from factors',
      );
      return sealed.startsWith(`${new SecretSealerService(secret).seal('').split('.')[0]}.`);
    };
    const worksAs = (secret: string, previous: string, registry = new MetricsService()) =>
      new KeySecretRotationService(
        orm.em,
        new SecretHasherService(secret, previous),
        new SecretSealerService(secret, previous),
        registry,
      ).work();

    await seal(new SecretSealerService(SECOND));
    await worksAs(SECOND, THIRD);
    expect(await sealedWith(SECOND)).toBe(true);
    await worksAs(THIRD, SECOND, metrics);
    expect(await sealedWith(THIRD)).toBe(true);

    // One client with a hash under the first secret: see above.
    expect(await metrics.text()).toContain('weather_key_secret_outdated_hashes{table="clients"} 1');
    await runSql(database.connection, 'update clients set deleted_at = now()');
    const later = new MetricsService();
    await worksAs(THIRD, SECOND, later);
    expect(await later.text()).not.toContain('weather_key_secret_outdated_hashes{');
    await runSql(database.connection, 'update clients set deleted_at = null');
    await orm.close();
    await fit(SECOND, THIRD);
  });

  it('infers the secret from existing hashes if none is recorded', async () => {
    await runSql(database.connection, 'delete from key_secret');

    await expect(fit(SECOND)).rejects.toThrow(KeySecretError);
    expect(await fit(FIRST)).toEqual({});
  });
});

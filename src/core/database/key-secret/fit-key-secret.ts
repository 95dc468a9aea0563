import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { KeySecretError } from '../../secrets/key-secret.js';
import { KeySecretRecord } from '../../secrets/key-secret-record.entity.js';
import type { SecretHasherService } from '../../secrets/secret-hasher.service.js';
import type { SecretSealerService } from '../../secrets/secret-sealer.service.js';
import type { DatabaseConnection } from '../../config/database/database-connection.types.js';
import type { FeatureSet } from '../../features/feature-set.js';
import { createOrmOptions } from '../orm-options.js';
import {
  type OutdatedHashes,
  countOutdated,
  lockKeySecret,
  sealAnew,
  versionInUse,
} from './outdated-secrets.js';

const RECORD_ID = 1;

/**
 * Checks that the database's keys are hashed with this secret or the previous one, and reseals what is sealed under the
 * previous one. The first service on a database records its secret.
 * @throws KeySecretError otherwise: every key would be rejected
 */
export async function fitKeySecret(
  connection: DatabaseConnection,
  features: FeatureSet,
  hasher: SecretHasherService,
  sealer: SecretSealerService,
): Promise<OutdatedHashes> {
  const orm = await MikroORM.init(createOrmOptions(connection, features));
  try {
    await orm.em.transactional(async (em) => {
      await lockKeySecret(em);
      const record = await em.findOne(KeySecretRecord, RECORD_ID);
      const known = record?.version ?? (await versionInUse(em)) ?? hasher.version;
      if (known !== hasher.version && known !== hasher.previousVersion) throw misfit(known, hasher);
      if (record?.version !== hasher.version)
        await em.upsert(KeySecretRecord, {
          id: RECORD_ID,
          version: hasher.version,
          changedAt: new Date(),
        });
    });
    return await RequestContext.create(orm.em, async () => {
      await sealAnew(orm.em, sealer);
      return countOutdated(orm.em, hasher);
    });
  } finally {
    await orm.close();
  }
}

function misfit(known: string, hasher: SecretHasherService): KeySecretError {
  const given = [hasher.version, hasher.previousVersion].filter(Boolean).join(' and ');
  return new KeySecretError(
    `The key secret doesn't match the database: its keys need the secret with the fingerprint ${known}…, not ${given}…. ` +
      'Set KEY_SECRET, or the file key-secret in DATA_DIR, to the one used before; to replace it, give that one as ' +
      'KEY_SECRET_PREVIOUS.',
  );
}

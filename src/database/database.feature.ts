import { KeySecretRecord } from '../common/secrets/key-secret-record.entity.js';
import { defineFeature } from '../features/define-feature.js';
import { MIGRATIONS } from './migrations/migrations.js';

export const DATABASE_FEATURE = defineFeature({
  name: 'database',
  entities: [KeySecretRecord],
  migrations: MIGRATIONS,
});

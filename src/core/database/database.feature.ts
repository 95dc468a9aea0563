import { KeySecretRecord } from '../secrets/key-secret-record.entity.js';
import { defineFeature } from '../features/define-feature.js';
import { Migration20261122000000 } from './migrations/Migration20261122000000.js';

export const DATABASE_FEATURE = defineFeature({
  name: 'database',
  entities: [KeySecretRecord],
  migrations: [Migration20261122000000],
});

import { defineEntity, p } from '@mikro-orm/core';

/** A single row that identifies the key secret under which the keys are hashed. It doesn't contain the secret. */
const KeySecretRecordSchema = defineEntity({
  name: 'KeySecretRecord',
  tableName: 'key_secret',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** The version prefix of the hashes: the start of a SHA-256 hash. */
    version: p.text(),
    changedAt: p.datetime().length(3),
  },
});

export class KeySecretRecord extends KeySecretRecordSchema.class {}
KeySecretRecordSchema.setClass(KeySecretRecord);

import { defineEntity, p } from '@mikro-orm/core';

/** The one row that says under which secret the database's keys are hashed; the secret itself is not in it. */
const KeySecretRecordSchema = defineEntity({
  name: 'KeySecretRecord',
  tableName: 'key_secret',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** The version that the hashes carry: the beginning of a SHA-256. */
    version: p.text(),
    changedAt: p.datetime().length(3),
  },
});

export class KeySecretRecord extends KeySecretRecordSchema.class {}
KeySecretRecordSchema.setClass(KeySecretRecord);

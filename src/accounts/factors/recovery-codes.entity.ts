import { defineEntity, p } from '@mikro-orm/core';
import { SealedText } from '../../core/secrets/index.js';

const RecoveryCodesSchema = defineEntity({
  name: 'RecoveryCodes',
  tableName: 'recovery_codes',
  properties: {
    accountId: p.text().primary(),
    /** The SHA-256 of each unused code, as JSON. */
    hashes: p.type(SealedText).hidden(),
    createdAt: p.datetime().length(3),
  },
});

export class RecoveryCodes extends RecoveryCodesSchema.class {}
RecoveryCodesSchema.setClass(RecoveryCodes);

import { createHash, randomBytes } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Secret } from 'otpauth';
import { SecretSealerService } from '../../core/secrets/index.js';
import { RecoveryCodes } from './recovery-codes.entity.js';

const CODES = 10;
/** 80 bits: 16 characters in base 32. */
const CODE_BYTES = 10;
const GROUP = /.{4}(?=.)/g;

/** Codes that replace a factor, each once. Callers that change them have locked the account. */
@Injectable()
export class RecoveryCodesService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly sealer: SecretSealerService,
  ) {}

  /** Replaces all codes with new ones, and returns these. Only their hashes are stored. */
  async issue(accountId: string): Promise<string[]> {
    const codes = Array.from({ length: CODES }, newCode);
    await this.entityManager.upsert(RecoveryCodes, {
      accountId,
      hashes: this.seal(codes.map(hashOf)),
      createdAt: new Date(),
    });
    return codes;
  }

  async countLeft(accountId: string): Promise<number> {
    const kept = await this.find(accountId);
    return kept ? this.open(kept).length : 0;
  }

  /** Uses the code. Returns whether it was valid and unused. */
  async use(accountId: string, code: string): Promise<boolean> {
    const kept = await this.find(accountId);
    if (!kept) return false;
    const hash = hashOf(code);
    const hashes = this.open(kept);
    const left = hashes.filter((other) => other !== hash);
    if (left.length === hashes.length) return false;
    kept.hashes = this.seal(left);
    return true;
  }

  async forget(accountId: string): Promise<void> {
    await this.entityManager.nativeDelete(RecoveryCodes, { accountId });
  }

  private find(accountId: string): Promise<RecoveryCodes | null> {
    return this.entityManager.findOne(RecoveryCodes, { accountId }, { refresh: true });
  }

  private seal(hashes: string[]): string {
    return this.sealer.seal(JSON.stringify(hashes));
  }

  private open({ hashes }: RecoveryCodes): string[] {
    return JSON.parse(this.sealer.open(hashes)) as string[];
  }
}

function newCode(): string {
  const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(CODE_BYTES)).buffer });
  return base32.toLowerCase().replace(GROUP, '$&-');
}

/** Ignores dashes, whitespace and case, however the code was typed. */
function hashOf(code: string): string {
  return createHash('sha256')
    .update(code.replace(/[\s\p{Pd}]/gu, '').toLowerCase())
    .digest('hex');
}

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { typedSecret } from '../../core/common/index.js';
import { Configuration, type PasswordCost } from '../../core/config/index.js';
import { Problem } from '../../core/http/index.js';

const ALGORITHM = 'argon2id';
const LANES = 1;
const TAG_BYTES = 32;
/** At most half of the processors; the rest is left to the data routes. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
const LONGEST_QUEUE = 50;

const deriveTag = promisify(argon2);

/** `right-as-typed`: its hash was made before passwords were normalized, and should be made anew. */
export type PasswordVerdict = 'right' | 'right-as-typed' | 'wrong';

/**
 * Hashes passwords with argon2id, at most two at once and with a bounded queue, so that sign-ins can't starve other
 * work. Throws too_many_attempts if the queue is full.
 */
@Injectable()
export class PasswordHasherService {
  private readonly cost: PasswordCost;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor({ passwordCost }: Configuration) {
    this.cost = passwordCost;
  }

  /** Returns a hash of the normalized password in the PHC string format. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const { memoryKib, passes } = this.cost;
    const tag = await this.derive(typedSecret(password), salt, memoryKib, passes, LANES);
    return `$${ALGORITHM}$v=19$m=${memoryKib},t=${passes},p=${LANES}$${encode(salt)}$${encode(tag)}`;
  }

  /** Compares a password with a hash, normalized and then as typed. Without a hash, takes equally long. */
  async verify(password: string, hash: string | undefined): Promise<PasswordVerdict> {
    const normalized = typedSecret(password);
    if (await this.fits(normalized, hash)) return 'right';
    return normalized !== password && (await this.fits(password, hash)) ? 'right-as-typed' : 'wrong';
  }

  private async fits(password: string, hash: string | undefined): Promise<boolean> {
    const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash ?? '');
    if (!match) {
      await this.derive(password, Buffer.alloc(16), this.cost.memoryKib, this.cost.passes, LANES);
      return false;
    }
    const [memoryKib, passes, lanes] = match.slice(1, 4).map(Number);
    const tag = await this.derive(password, Buffer.from(match[4], 'base64'), memoryKib, passes, lanes);
    const expected = Buffer.from(match[5], 'base64');
    return tag.length === expected.length && timingSafeEqual(tag, expected);
  }

  private async derive(
    password: string,
    nonce: Buffer,
    memory: number,
    passes: number,
    parallelism: number,
  ): Promise<Buffer> {
    if (this.waiting.length >= LONGEST_QUEUE) {
      throw new Problem('too_many_attempts', {
        detail: 'Too many sign-ins are in progress. Try again in 2 s.',
        headers: { 'retry-after': '2' },
      });
    }
    if (this.running >= AT_ONCE) await new Promise<void>((resume) => this.waiting.push(resume));
    else this.running += 1;
    try {
      return await deriveTag(ALGORITHM, {
        message: password,
        nonce,
        memory,
        passes,
        parallelism,
        tagLength: TAG_BYTES,
      });
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

import { Readable } from 'node:stream';
import { RequestContext } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { toInstant } from '../../core/time/index.js';
import { FeatureHooks } from '../../core/features/index.js';
import { Problem, RequestPaceService } from '../../core/http/index.js';
import { MailsService } from '../../core/mail/index.js';
import type { Account } from '../account.entity.js';
import { toAccountDto } from '../account.dto.js';
import { toAccountEmailDto } from '../email/email.dto.js';

const PART_BYTES = 250_000;

export const ONE_AT_A_TIME = 'A download of your data is already in progress. Try again when it has ended.';

/** Exports everything the service stores about an account as one file: what `exportOf` of each feature returns. */
@Injectable()
export class AccountExportService {
  /** Accounts whose export this process is writing, at most one each: an export costs as much as many reports. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly entityManager: EntityManager,
    private readonly pace: RequestPaceService,
    private readonly mails: MailsService,
    private readonly hooks: FeatureHooks,
  ) {}

  /**
   * Streams the account's data as JSON, read and written in parts, since an audit trail can have any length.
   * @throws Problem conflict while another export of the account is being written
   */
  write(account: Account): Readable {
    if (this.underWay.has(account.id)) throw new Problem('conflict', { detail: ONE_AT_A_TIME });
    this.underWay.add(account.id);
    return Readable.from(this.parts(account), { objectMode: false }).once('close', () =>
      this.underWay.delete(account.id),
    );
  }

  private async *parts(account: Account): AsyncGenerator<Buffer> {
    let text = '';
    for await (const piece of this.pieces(account)) {
      text += piece;
      if (text.length < PART_BYTES) continue;
      const part = Buffer.from(text);
      this.pace.chargeFor(account.id, part);
      yield part;
      text = '';
    }
    yield Buffer.from(text);
  }

  private async *pieces(account: Account): AsyncGenerator<string> {
    const head = {
      exported_at: toInstant(new Date()),
      account: toAccountDto(account),
      email: toAccountEmailDto(account, this.mails.isOn),
    };
    yield JSON.stringify(head).slice(0, -1);
    const names = new Set(Object.keys(head));
    for (const { feature, read } of this.hooks.exportsOf(this.entityManager, account))
      for (const [given, entries] of Object.entries(await this.inContext(read))) {
        // A new list of the service's must not replace one that a feature already has.
        const name = names.has(given) ? `${feature.replaceAll('-', '_')}_${given}` : given;
        names.add(name);
        yield `,${JSON.stringify(name)}:[`;
        let separator = '';
        for await (const entry of this.each(entries)) {
          yield separator + JSON.stringify(entry);
          separator = ',';
        }
        yield ']';
      }
    yield '}';
  }

  private async *each(entries: Iterable<object> | AsyncIterable<object>): AsyncGenerator<object> {
    if (Symbol.iterator in entries) {
      yield* entries;
      return;
    }
    const iterator = entries[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next: IteratorResult<object, unknown> = await this.inContext(() => iterator.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  /** The request's own context ends with its handler, and would retain every entity. */
  private inContext<T>(read: () => Promise<T>): Promise<T> {
    return RequestContext.create(this.entityManager, read);
  }
}

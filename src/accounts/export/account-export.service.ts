import { Readable } from 'node:stream';
import { RequestContext } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { toInstant } from '../../core/time/index.js';
import { type Page, Problem, RequestPaceService } from '../../core/http/index.js';
import { MailsService } from '../../core/mail/index.js';
import type { Account } from '../account.entity.js';
import { toAccountDto } from '../account.dto.js';
import { toAccountEmailDto } from '../email/email.dto.js';

/** Reads one page of a section, in the form of the API's lists. */
type ReadSection = (account: Account, page: { limit: number; cursor?: string }) => Promise<Page<object>>;

const ENTRIES_AT_ONCE = 100;
const PART_BYTES = 250_000;

export const ONE_AT_A_TIME = 'A download of your data is already in progress. Try again when it has ended.';

/** Exports everything the service stores about an account as one file. Each feature adds its own sections. */
@Injectable()
export class AccountExportService {
  private readonly sections = new Map<string, ReadSection>();
  /** Accounts whose export this process is writing, at most one each: an export costs as much as many reports. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly entityManager: EntityManager,
    private readonly pace: RequestPaceService,
    private readonly mails: MailsService,
  ) {}

  /** @param name the section's member name in the file, in snake_case */
  add(name: string, read: ReadSection): void {
    this.sections.set(name, read);
  }

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
    for (const [name, read] of this.sections) {
      yield `,${JSON.stringify(name)}:[`;
      let separator = '';
      for await (const entries of this.pagesOf(account, read)) {
        if (entries.length === 0) continue;
        yield separator + JSON.stringify(entries).slice(1, -1);
        separator = ',';
      }
      yield ']';
    }
    yield '}';
  }

  /** Reads each page in its own context: the request's ends with its handler, and would retain every entity. */
  private async *pagesOf(account: Account, read: ReadSection): AsyncGenerator<object[]> {
    let cursor: string | undefined;
    do {
      const page = { limit: ENTRIES_AT_ONCE, ...(cursor !== undefined && { cursor }) };
      const { data, next_cursor } = await RequestContext.create(this.entityManager, () =>
        read(account, page),
      );
      yield data;
      cursor = next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
}

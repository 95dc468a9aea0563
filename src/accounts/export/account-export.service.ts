import { Readable } from 'node:stream';
import { RequestContext } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { toInstant } from '../../common/time/instant.js';
import { RequestPaceService } from '../../http/access/pace/request-pace.service.js';
import type { Page } from '../../http/page.js';
import { Problem } from '../../http/problems/problem.js';
import { MailsService } from '../../mail/mails.service.js';
import type { Account } from '../account.entity.js';
import { toAccountDto } from '../account.types.js';
import { toAccountEmailDto } from '../email/email.dto.js';

/** Reads a part of a section, as a list of the API does. */
type ReadSection = (account: Account, page: { limit: number; cursor?: string }) => Promise<Page<object>>;

const ENTRIES_AT_ONCE = 100;
const PART_BYTES = 250_000;

export const ONE_AT_A_TIME = 'A download of your data is already in progress. Try again when it has ended.';

/** What the service has about an account, in one file. Each feature adds what it keeps. */
@Injectable()
export class AccountExportService {
  private readonly sections = new Map<string, ReadSection>();
  /** The accounts whose file this process is writing: each costs as much as many reports. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly entityManager: EntityManager,
    private readonly pace: RequestPaceService,
    private readonly mails: MailsService,
  ) {}

  /** @param name the section's member of the file, in snake_case */
  add(name: string, read: ReadSection): void {
    this.sections.set(name, read);
  }

  /**
   * The file as JSON, read and written in parts, since nothing limits how long an audit trail is.
   * @throws Problem conflict while the account's last one is being written
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

  /** Each page in a context of its own: the request's ends with its handler, and would keep every entity. */
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

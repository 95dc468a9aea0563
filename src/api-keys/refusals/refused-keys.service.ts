import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyOwner } from '../principal.js';

/** @throws Problem quota_exceeded */
type Pacer = (request: FastifyRequest, owner: KeyOwner) => Promise<unknown>;

/** Paces requests that are refused although their key exists, by the limits of its client, which are checked later. */
@Injectable()
export class RefusedKeysService {
  private pacer?: Pacer;

  use(pacer: Pacer): void {
    this.pacer = pacer;
  }

  /** @throws Problem quota_exceeded */
  async pace(request: FastifyRequest, owner: KeyOwner): Promise<void> {
    await this.pacer?.(request, owner);
  }
}

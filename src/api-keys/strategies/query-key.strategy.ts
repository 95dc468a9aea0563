import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport';
import { ApiKeyVerifierService } from '../api-key-verifier.service.js';
import type { Principal } from '../principal.js';
import { API_KEY } from './request-key.js';

type Done = (error: unknown, principal?: Principal) => void;

/** The counterpart of passport-headerapikey, which only reads headers. */
class QueryApiKeyStrategy extends Strategy {
  constructor(private readonly verify: (key: string, done: Done) => void) {
    super();
  }

  override authenticate(request: unknown): void {
    const { [API_KEY]: key } = (request as FastifyRequest).query as Record<string, string | undefined>;
    if (!key) {
      this.fail();
      return;
    }
    this.verify(key, (error, principal) => {
      if (error) this.error(error);
      else this.success(principal!);
    });
  }
}

/** Takes the key from the query. */
@Injectable()
export class QueryKeyStrategy extends PassportStrategy(QueryApiKeyStrategy, 'query-key') {
  constructor(private readonly verifier: ApiKeyVerifierService) {
    super();
  }

  async validate(key: string): Promise<Principal> {
    return this.verifier.verify(key);
  }
}

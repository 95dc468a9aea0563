import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport';
import { readBearerToken, usesBearer } from '../../core/http/index.js';
import { ApiKeyVerifierService } from '../api-key-verifier.service.js';
import type { Principal } from '../principal.js';

type Done = (error: unknown, principal?: Principal) => void;

class AccessTokenStrategy extends Strategy {
  constructor(private readonly verify: (token: string, done: Done) => void) {
    super();
  }

  override authenticate(request: unknown): void {
    if (!usesBearer(request as FastifyRequest)) {
      this.fail();
      return;
    }
    this.verify(readBearerToken(request as FastifyRequest), (error, principal) => {
      if (error) this.error(error);
      else this.success(principal!);
    });
  }
}

/** Takes a client's access token from `Authorization: Bearer`. */
@Injectable()
export class BearerTokenStrategy extends PassportStrategy(AccessTokenStrategy, 'bearer-token') {
  constructor(private readonly verifier: ApiKeyVerifierService) {
    super();
  }

  async validate(token: string): Promise<Principal> {
    return this.verifier.verify(token, 'token');
  }
}

import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ApiKeyVerifierService } from '../api-key-verifier.service.js';
import type { Principal } from '../principal.js';
import { API_KEY } from './request-key.js';

/** Takes the key from the header. */
@Injectable()
export class HeaderKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'header-key') {
  constructor(private readonly verifier: ApiKeyVerifierService) {
    super({ header: API_KEY, prefix: '' }, false);
  }

  async validate(key: string): Promise<Principal> {
    return this.verifier.verify(key);
  }
}

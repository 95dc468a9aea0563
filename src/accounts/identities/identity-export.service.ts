import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../export/account-export.service.js';
import { IdentitiesService } from './identities.service.js';
import { toIdentityDto } from './identity.dto.js';

/** The ways to sign in, in an account's own data. */
@Injectable()
export class IdentityExportService {
  constructor(exports: AccountExportService, identities: IdentitiesService) {
    exports.add('identities', async ({ id }) => ({
      data: (await identities.list(id)).map(toIdentityDto),
      next_cursor: null,
    }));
  }
}

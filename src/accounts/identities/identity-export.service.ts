import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../export/account-export.service.js';
import { IdentitiesService } from './identities.service.js';
import { toIdentityDto } from './identity.dto.js';

/** Adds the sign-in methods to an account's data export. */
@Injectable()
export class IdentityExportService {
  constructor(exports: AccountExportService, identities: IdentitiesService) {
    exports.add('identities', async ({ id }) => ({
      data: (await identities.list(id)).map(toIdentityDto),
      next_cursor: null,
    }));
  }
}

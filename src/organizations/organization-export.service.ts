import { Injectable } from '@nestjs/common';
import { AccountExportService } from '../accounts/index.js';
import { OrganizationsService } from './organizations.service.js';

/** Adds the organizations to an account's data export. */
@Injectable()
export class OrganizationExportService {
  constructor(exports: AccountExportService, organizations: OrganizationsService) {
    exports.add('organizations', (account, page) => organizations.list(account, page));
  }
}

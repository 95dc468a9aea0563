import { Module } from '@nestjs/common';
import { AccountsModule, SessionsModule } from '../../accounts/index.js';
import { AuditModule } from '../../core/audit/index.js';
import { OrganizationsModule } from '../organizations.module.js';
import { ConnectedIdentitiesController } from './connected-identities.controller.js';
import { IdentityProvidersService } from './identity-providers.service.js';
import { FindSignInController } from './organizations/find-sign-in.controller.js';
import { OrganizationIssuersController } from './organizations/organization-issuers.controller.js';
import { OrganizationIssuersService } from './organizations/organization-issuers.service.js';
import { OrganizationProvidersService } from './organizations/organization-providers.service.js';
import { OrganizationSignInsService } from './organizations/organization-sign-ins.service.js';
import { PendingSignInsService } from './pending-sign-ins.service.js';
import { SingleSignOnController } from './single-sign-on.controller.js';
import { SingleSignOnService } from './single-sign-on.service.js';

@Module({
  imports: [AccountsModule, AuditModule, OrganizationsModule, SessionsModule],
  controllers: [
    FindSignInController,
    SingleSignOnController,
    ConnectedIdentitiesController,
    OrganizationIssuersController,
  ],
  providers: [
    OrganizationIssuersService,
    OrganizationProvidersService,
    OrganizationSignInsService,
    IdentityProvidersService,
    PendingSignInsService,
    SingleSignOnService,
  ],
})
export class SingleSignOnModule {}

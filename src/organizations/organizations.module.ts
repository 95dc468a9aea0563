import { Module } from '@nestjs/common';
import { AccountsModule, FactorsModule } from '../accounts/index.js';
import { AuditModule } from '../core/audit/index.js';
import { MailModule } from '../core/mail/index.js';
import { AccountOrganizationsService } from './account-organizations.service.js';
import { DomainRecordsService } from './domains/domain-records.service.js';
import { DomainsController } from './domains/domains.controller.js';
import { DomainsService } from './domains/domains.service.js';
import { InvitationMailsService } from './invitations/invitation-mails.service.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { LimitPolicyService } from './limit-policy.service.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';
import { OrganizationAccessService } from './organization-access.service.js';
import { OrganizationDependentsService } from './organization-dependents.service.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsService } from './organizations.service.js';

@Module({
  imports: [AccountsModule, AuditModule, FactorsModule, MailModule],
  controllers: [OrganizationsController, MembersController, InvitationsController, DomainsController],
  providers: [
    OrganizationsService,
    OrganizationAccessService,
    LimitPolicyService,
    OrganizationDependentsService,
    AccountOrganizationsService,
    MembersService,
    InvitationsService,
    InvitationMailsService,
    DomainsService,
    DomainRecordsService,
  ],
  exports: [
    OrganizationsService,
    MembersService,
    DomainsService,
    OrganizationAccessService,
    LimitPolicyService,
    OrganizationDependentsService,
  ],
})
export class OrganizationsModule {}

import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { AuditModule } from '../core/audit/index.js';
import { OrganizationsModule } from '../organizations/index.js';
import { EventsModule } from '../core/events/index.js';
import { AccessTokensService } from './access-tokens.service.js';
import { ClientChangesService } from './client-changes.service.js';
import { ClientCredentialsGuard } from './client-credentials.guard.js';
import { ClientCredentialsService } from './client-credentials.service.js';
import { ClientEventsService } from './client-events.service.js';
import { ClientOwnersService } from './client-owners.service.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

@Module({
  imports: [AccountsModule, AuditModule, OrganizationsModule, EventsModule],
  controllers: [ClientsController],
  providers: [
    ClientsService,
    ClientChangesService,
    ClientEventsService,
    ClientOwnersService,
    ClientCredentialsService,
    ClientCredentialsGuard,
    AccessTokensService,
  ],
  exports: [
    ClientsService,
    ClientEventsService,
    ClientOwnersService,
    ClientCredentialsService,
    ClientCredentialsGuard,
    AccessTokensService,
  ],
})
export class ClientsModule {}

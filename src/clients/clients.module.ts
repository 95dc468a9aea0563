import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { ClientChanges } from './client-changes.service.js';
import { ClientCredentialsGuard } from './client-credentials.guard.js';
import { ClientCredentials } from './client-credentials.service.js';
import { ClientEnding } from './client-ending.service.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

@Module({
  imports: [AccountsModule, AuditModule],
  controllers: [ClientsController],
  providers: [ClientsService, ClientChanges, ClientEnding, ClientCredentials, ClientCredentialsGuard],
  exports: [ClientsService, ClientCredentials, ClientCredentialsGuard],
})
export class ClientsModule {}

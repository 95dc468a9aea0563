import { Module } from '@nestjs/common';
import { ClientCredentialsGuard } from './client-credentials.guard.js';
import { ClientCredentials } from './client-credentials.service.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

@Module({
  controllers: [ClientsController],
  providers: [ClientsService, ClientCredentials, ClientCredentialsGuard],
  exports: [ClientsService, ClientCredentials, ClientCredentialsGuard],
})
export class ClientsModule {}

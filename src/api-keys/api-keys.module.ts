import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { ApiKeyEnding } from './api-key-ending.service.js';
import { ApiKeyVerifier } from './api-key-verifier.service.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { HeaderKeyStrategy } from './header-key.strategy.js';
import { QueryKeyStrategy } from './query-key.strategy.js';

@Module({
  imports: [PassportModule, ClientsModule, AccountsModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysService, ApiKeyEnding, ApiKeyVerifier, HeaderKeyStrategy, QueryKeyStrategy, ApiKeyGuard],
  exports: [ApiKeyGuard, ApiKeyVerifier],
})
export class ApiKeysModule {}

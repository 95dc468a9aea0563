import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients.module.js';
import { AuditModule } from '../../core/audit/index.js';
import { IssuedTokensAuditService } from './issued-tokens-audit.service.js';
import { OAuthController } from './oauth.controller.js';

@Module({
  imports: [AuditModule, ClientsModule],
  controllers: [OAuthController],
  providers: [IssuedTokensAuditService],
})
export class OAuthModule {}

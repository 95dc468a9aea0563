import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { OAuthController } from './oauth.controller.js';

@Module({ imports: [ClientsModule], controllers: [OAuthController] })
export class OAuthModule {}

import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { PasswordHasher } from './password-hasher.service.js';

@Module({
  controllers: [AccountsController],
  providers: [AccountsService, PasswordHasher],
  exports: [AccountsService],
})
export class AccountsModule {}

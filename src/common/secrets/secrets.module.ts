import { Global, Module } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { createSecretHasher } from './key-secret.js';
import { SecretHasherService } from './secret-hasher.service.js';

@Global()
@Module({
  providers: [{ provide: SecretHasherService, inject: [Configuration], useFactory: createSecretHasher }],
  exports: [SecretHasherService],
})
export class SecretsModule {}

import { Global, Module } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { createSecretHasher } from './key-secret.js';
import { SecretHasher } from './secret-hasher.service.js';

@Global()
@Module({
  providers: [{ provide: SecretHasher, inject: [Configuration], useFactory: createSecretHasher }],
  exports: [SecretHasher],
})
export class SecretsModule {}

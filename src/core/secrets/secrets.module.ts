import { Global, Module } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { createSecretHasher, createSecretSealer } from './key-secret.js';
import { SecretHasherService } from './secret-hasher.service.js';
import { SecretSealerService } from './secret-sealer.service.js';

@Global()
@Module({
  providers: [
    { provide: SecretHasherService, inject: [Configuration], useFactory: createSecretHasher },
    { provide: SecretSealerService, inject: [Configuration], useFactory: createSecretSealer },
  ],
  exports: [SecretHasherService, SecretSealerService],
})
export class SecretsModule {}

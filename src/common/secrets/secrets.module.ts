import { Global, Module } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { loadKeySecret } from './key-secret.js';
import { SecretHasher } from './secret-hasher.service.js';

@Global()
@Module({
  providers: [
    {
      provide: SecretHasher,
      inject: [Configuration],
      useFactory: ({ dataDirectory, keySecret }: Configuration) =>
        new SecretHasher(loadKeySecret(dataDirectory, keySecret)),
    },
  ],
  exports: [SecretHasher],
})
export class SecretsModule {}

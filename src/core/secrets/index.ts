export { randomBase62 } from './base62.js';
export { CheckedSecretFormat } from './checked-secret-format.js';
export { createSecretHasher, createSecretSealer, KeySecretError } from './key-secret.js';
export { KeyedHash, SealedText } from './secret-columns.type.js';
export { hashToken, newToken } from './random-token.js';
export { SecretHasherService } from './secret-hasher.service.js';
export { SecretSealerService } from './secret-sealer.service.js';
export { SecretsModule } from './secrets.module.js';

import { CheckedSecretFormat } from '../../core/secrets/index.js';
import { ACCOUNT_TOKEN_PREFIX } from '../../core/http/index.js';

export const TOKEN_FORMAT = new CheckedSecretFormat(ACCOUNT_TOKEN_PREFIX);

import { CheckedSecretFormat } from '../../core/secrets/checked-secret-format.js';
import { ACCOUNT_TOKEN_PREFIX } from '../../core/http/access/authorization.js';

export const TOKEN_FORMAT = new CheckedSecretFormat(ACCOUNT_TOKEN_PREFIX);

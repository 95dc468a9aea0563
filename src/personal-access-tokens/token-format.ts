import { CheckedSecretFormat } from '../common/secrets/checked-secret-format.js';
import { ACCOUNT_TOKEN_PREFIX } from '../http/access/authorization.js';

export const TOKEN_FORMAT = new CheckedSecretFormat(ACCOUNT_TOKEN_PREFIX);

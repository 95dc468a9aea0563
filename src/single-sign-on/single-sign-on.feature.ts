import { defineFeature } from '../features/define-feature.js';
import { Migration20261123074500 } from './migrations/Migration20261123074500.js';
import { PendingSignIn } from './pending-sign-in.entity.js';
import { SingleSignOnModule } from './single-sign-on.module.js';

export const SINGLE_SIGN_ON_FEATURE = defineFeature({
  name: 'single-sign-on',
  module: SingleSignOnModule,
  entities: [PendingSignIn],
  migrations: [Migration20261123074500],
  examples: {
    'ConnectIdentity.provider': 'oidc',
    'IdentityConnection.url': 'https://login.example.com/authorize?client_id=weather&response_type=code',
  },
});

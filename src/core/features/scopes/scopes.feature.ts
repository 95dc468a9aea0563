import { defineFeature } from '../define-feature.js';
import { ScopesModule } from './scopes.module.js';

export const SCOPES_FEATURE = defineFeature({ name: 'scopes', module: ScopesModule });

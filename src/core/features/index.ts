export { defineFeature } from './define-feature.js';
export { FeatureError } from './feature-error.js';
export { type DescribedEvent, FeatureSet } from './feature-set.js';
export { ORGANIZATION_ROLES, type OrganizationRole, PAGE_ICONS, type PageIcon } from './feature-choices.js';
export type {
  EntityType,
  EventDescription,
  Examples,
  ExportedLists,
  Feature,
  PermissionDescription,
  ScopeDescription,
} from './feature.types.js';
export { FeatureHooks } from './feature-hooks.js';
export type { HookContext } from './hook-context.types.js';
export { routeNamesOf } from './feature-routes.js';
export { FeaturesModule } from './features.module.js';
export { loadOthers } from './load-others.js';
export type {
  AuditAction,
  EventType,
  IdPrefix,
  Owners,
  PermissionName,
  ProblemCode,
  ScopeName,
} from './names.types.js';
export { SCOPES_FEATURE } from './scopes/scopes.feature.js';
export { withFaultsOfSettings } from './with-faults-of-settings.js';

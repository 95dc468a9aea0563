export { defineFeature } from './define-feature.js';
export { FeatureError } from './feature-error.js';
export { type DescribedEvent, FeatureSet } from './feature-set.js';
export {
  type EntityType,
  type EventDescription,
  type Examples,
  type ExportedLists,
  type Feature,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  PAGE_ICONS,
  type PageIcon,
  type PermissionDescription,
  type ScopeDescription,
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

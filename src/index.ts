// Must come first: OpenTelemetry can only instrument modules loaded after it.
import './core/telemetry/tracing/start-tracing.js';
/** The public API for features. `test/unit/exports.test.ts` keeps the list. */
export { runService, type RunOptions } from './boot/run-service.js';
export type { Role } from './boot/role.js';

export { defineFeature } from './core/features/define-feature.js';
export type * from './core/features/feature.types.js';
export { defineMetric } from './weather/metrics/define-metric.js';
export type * from './weather/metrics/metric.types.js';
export type { Quantity, QuantityName } from './weather/metrics/quantities.js';
export { defineModel } from './weather/models/define-model.js';
export type { CautionCode } from './weather/metrics/cautions.js';
export type { UnitSystem } from './weather/meteo/units.js';
export type { ClimatologyVariable } from './weather/meteo/climatology-variables.js';
export type {
  Compression,
  Derivation,
  InventoryFormat,
  Member,
  MessageForm,
  Model,
  Product,
  RecordFiles,
  RecordPattern,
  Resolution,
  RunKind,
  SourceRecord,
  StepFiles,
  StepRange,
} from './weather/models/model.js';
export type { VariableName } from './weather/meteo/variables.js';
// The names that the built-in features add.
import './boot/features/features.js';
// Features add to these names with `declare module 'weather-forecast-service'`, which only reaches exported types.
export * from './core/features/names.types.js';

export { Public, RequiresSession } from './core/http/access/access.decorator.js';
export { ReadsQuery } from './core/http/access/request-shape.guard.js';
export { ApiKeyGuard } from './api-keys/api-key.guard.js';
export { ClientThrottlerGuard } from './usage/limits/client-throttler.guard.js';
export { RequestPaceGuard } from './core/http/access/pace/request-pace.guard.js';
export { RequiresApiKey, type Price } from './usage/requires-api-key.decorator.js';
export { CurrentAccount } from './accounts/current-account.decorator.js';
export { requireFreshSignIn } from './core/http/access/fresh-sign-in.js';
export { CurrentActor } from './core/http/access/current-actor.decorator.js';
export { CurrentPrincipal } from './api-keys/current-principal.decorator.js';
export type { Actor } from './core/http/access/actor.types.js';
export type { KeyOwner, Principal } from './api-keys/principal.types.js';

export { Compressed } from './core/http/coding/compressed.decorator.js';
export { CrossOrigin } from './core/http/cross-origin.decorator.js';
export { ApiProblems } from './core/http/problems/api-problems.decorator.js';
export { Problem, type ProblemOptions, type RequestFault } from './core/http/problems/problem.js';
export type { ProblemDescription } from './core/http/problems/problem-description.types.js';
export { idPattern, IdParam, newId } from './core/http/identifier.js';

export { AccountsModule } from './accounts/accounts.module.js';
export { AccountsService } from './accounts/accounts.service.js';
export { IdentitiesService } from './accounts/identities/identities.service.js';
export type { IdentityClaims } from './accounts/identities/identity-claims.types.js';
export { AuditModule } from './core/audit/audit.module.js';
export { AuditLogService as AuditLog, type AuditEntry } from './core/audit/audit-log.service.js';
export { EventsModule } from './core/events/events.module.js';
export { EventsService } from './core/events/events.service.js';
export type { Announcement } from './core/events/event.types.js';
export { ClientsModule } from './clients/clients.module.js';
export { ClientsService } from './clients/clients.service.js';
export { ForecastModule } from './forecast/forecast.module.js';
export { ForecastService } from './forecast/forecast.service.js';
export type { ForecastColumns, ForecastTable } from './forecast/answer/forecast-columns.js';
export type { ForecastMeta } from './forecast/timelines/forecast-answer.js';
export type { ForecastRequestDto } from './forecast/request/forecast-request.dto.js';
export { SessionsModule } from './accounts/sessions/sessions.module.js';
export { SessionsService } from './accounts/sessions/sessions.service.js';
export type { FactorRequest } from './accounts/sessions/waiting-sign-ins.service.js';
export type { BegunSession } from './accounts/sessions/begun-session.types.js';
export { setSessionCookie } from './accounts/sessions/session.cookie.js';
export {
  SignInMethodsService as SignInMethods,
  type SignInProvider,
} from './accounts/sessions/sign-in-methods.service.js';
export { DurationHistogram } from './core/common/duration-histogram.js';
export { MetricsModule } from './core/telemetry/metrics/metrics.module.js';
export { MetricsService, samplesBy } from './core/telemetry/metrics/metrics.service.js';
export type { Labels, Sample } from './core/telemetry/metrics/sample.types.js';
export { UsageModule } from './usage/usage.module.js';

export { Account } from './accounts/account.entity.js';
export { ApiKey } from './api-keys/api-key.entity.js';
export { Client } from './clients/client.entity.js';
export { Organization } from './organizations/organization.entity.js';

export { Configuration } from './core/config/configuration.js';

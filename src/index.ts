// Must come first: OpenTelemetry can only instrument modules loaded after it.
import './core/telemetry/tracing/start-tracing.js';
/** The public API for features. `test/unit/exports.test.ts` keeps the list. */
export { type Role, type RunOptions, runService } from './boot/index.js';

export { type HookContext, defineFeature } from './core/features/index.js';
export type * from './core/features/feature.types.js';
export {
  type CautionCode,
  type Course,
  type DailyMeasure,
  type DailyValue,
  type Decimals,
  type Metric,
  type MetricClimatology,
  type MetricPanel,
  type Quantity,
  type QuantityName,
  defineMetric,
} from './weather/metrics/index.js';
export type * from './weather/metrics/metric.types.js';
export {
  type Compression,
  type Derivation,
  type InventoryFormat,
  type Member,
  type MessageForm,
  type Model,
  type Product,
  type RecordFiles,
  type RecordPattern,
  type Resolution,
  type RunKind,
  type SourceRecord,
  type StepFiles,
  type StepRange,
  defineModel,
} from './weather/models/index.js';
export type { ClimatologyVariable, UnitSystem, VariableName } from './weather/meteo/index.js';
// What requests have for guards and handlers.
import './boot/request-properties.js';
// The names that the built-in features add.
import './boot/features/features.js';
// Features add to these names with `declare module 'weather-forecast-service'`, which only reaches exported types.
export * from './core/features/names.types.js';

export {
  type Actor,
  ApiProblems,
  Compressed,
  CrossOrigin,
  CurrentActor,
  Endpoint,
  IdParam,
  type Page,
  PageQueryDto,
  Problem,
  type ProblemDescription,
  type ProblemOptions,
  Public,
  ReadsQuery,
  type RequestFault,
  RequestPaceGuard,
  RequiresSession,
  everyEntry,
  idPattern,
  newId,
  readPage,
  requireFreshSignIn,
} from './core/http/index.js';
export { ApiKey, ApiKeyGuard, CurrentPrincipal, type KeyOwner, type Principal } from './api-keys/index.js';
export { ClientThrottlerGuard, type Price, RequiresApiKey, UsageModule } from './usage/index.js';
export {
  Account,
  AccountsModule,
  AccountsService,
  type BegunSession,
  CurrentAccount,
  type FactorRequest,
  IdentitiesService,
  type IdentityClaims,
  SessionsModule,
  SessionsService,
  SignInMethodsService as SignInMethods,
  type SignInProvider,
  setSessionCookie,
} from './accounts/index.js';

export { type AuditEntry, AuditLogService as AuditLog, AuditModule } from './core/audit/index.js';
export { RepeatedWork as BackgroundWork } from './core/background/index.js';
export {
  type Announcement,
  EventsModule,
  EventsService,
  type ListenerOptions,
  OnServiceEvent,
  type ServiceEvent,
} from './core/events/index.js';
export { AdvisoryLock as ClusterLock } from './core/locks/index.js';
export {
  type ComposedMail,
  type Mail,
  type MailComposer,
  type MailContent,
  MailModule,
  MailsService as Outbox,
  type QueuedMail,
} from './core/mail/index.js';
export { type Bounds, type MostRows, type Retention, retain } from './core/retention/index.js';
export {
  Client,
  ClientsModule,
  ClientsService,
  CurrentCaller,
  type ManagementCaller,
  RequiresSessionOrClient,
} from './clients/index.js';
export {
  type ForecastColumns,
  type ForecastMeta,
  ForecastModule,
  type ForecastRequestDto,
  ForecastService,
  type ForecastTable,
} from './forecast/index.js';
export { DurationHistogram } from './core/common/index.js';
export {
  type Labels,
  MetricsModule,
  MetricsService,
  type Sample,
  samplesBy,
} from './core/telemetry/index.js';

export {
  CurrentOrganization,
  LimitPolicyService as LimitPolicy,
  type LimitSource,
  Organization,
  OrganizationsModule,
  WithinOrganization,
} from './organizations/index.js';

export type { MountPage, PageApi, PageContext } from './dashboard/index.js';
export { Configuration, FeatureSettings, type RateLimits } from './core/config/index.js';

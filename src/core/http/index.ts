export { CSV_CELLS } from './csv-cells.js';
export { IsFutureInstant } from './validation/future-instant.validator.js';
export { growingCache } from './access/growing-cache.js';
export { AccessLog } from './access-log.js';
export {
  type Access,
  AllowAccess,
  AllowsSession,
  Public,
  RequiresSession,
  TakesAccountToken,
  WithinOrganization,
  accessOf,
  isOpenWithinOrganization,
  saysAccess,
  tokenScopeOf,
} from './access/access.decorator.js';
export type { Actor, ActorIdentity } from './access/actor.types.js';
export {
  ACCOUNT_TOKEN_PREFIX,
  type BasicCredentials,
  bearerChallenge,
  challenge,
  readBasicCredentials,
  readBearerToken,
  tokenScopeFault,
  usesAccountToken,
  usesBasic,
  usesBearer,
} from './access/authorization.js';
export { CrossSiteGuard } from './access/cross-site.guard.js';
export { CurrentActor, requireFreshSignIn } from './access/current-actor.decorator.js';
export { LookUpRoom } from './access/look-up-room.js';
export { Budget } from './access/pace/budget.js';
export { RequestPaceGuard } from './access/pace/request-pace.guard.js';
export { RequestPaceModule } from './access/pace/request-pace.module.js';
export { RequestPaceService } from './access/pace/request-pace.service.js';
export { requestOf } from './access/request-of.js';
export { GuardReads, ReadsQuery, TakesForm, guardParameter } from './access/request-shape.guard.js';
export { withPlainNames } from './body/bracketed-lists.js';
export { FormBody, parseFormBody } from './body/form-body.js';
export { noteUnsupportedBody, parseJsonBody } from './body/json-body.js';
export type { LargeBody } from './body/late-body.guard.js';
export { parseLongJson } from './body/long-json.js';
export { MostBody, takeLargerBodies } from './body/most-body.decorator.js';
export { parseQuery } from './body/parse-query.js';
export { checkRequestHeads } from './body/request-head.js';
export { refuseConnection } from './client-error.js';
export { compress, compressor } from './coding/compress.js';
export { compressAnswers } from './coding/compressed-answers.js';
export { Compressed } from './coding/compressed.decorator.js';
export { type AcceptedCoding, type ContentCoding, acceptedCoding } from './coding/content-coding.js';
export { isHeldAlready } from './coding/freshness.js';
export { preferredType } from './coding/preferred-type.js';
export { VARY_HEADER } from './coding/vary.js';
export { boundConnections } from './connection-bounds.js';
export { IsDegrees, LATITUDE, LONGITUDE } from './validation/coordinates.js';
export { CrossOrigin, type CrossOriginAccess } from './cross-origin.decorator.js';
export { DECLARED_BY_FEATURES, IsDeclared } from './declared-names.js';
export { tellDeprecations } from './deprecation/deprecation-headers.js';
export { Endpoint } from './endpoint.decorator.js';
export { EventStream } from './streams/event-stream.js';
export { FastPath } from './fast-path/fast-path.decorator.js';
export { leaveRepliesUnawaited } from './fast-path/unawaited-replies.js';
export { HTTP_FEATURE } from './http.feature.js';
export { EXAMPLE_ULID, IdParam, creationOf, firstIdAt, idPattern, newId } from './identifier.js';
export { OverlapDto } from './rotation.dto.js';
export { PageQueryDto } from './pages/page.dto.js';
export { type Page, everyEntry, readPage } from './pages/page.js';
export { hidePathSecrets } from './path/path-secrets.js';
export { pathOf } from './path/request-path.js';
export { ApiProblems, takeProblems } from './problems/api-problems.decorator.js';
export { type ProblemBody, ProblemCatalogue } from './problems/problem-catalogue.js';
export type { ProblemDescription, ProblemExample } from './problems/problem-description.types.js';
export {
  PROBLEM_JSON,
  type ProblemForm,
  WritesOwnProblems,
  WritesProblemsAs,
  takeOwnProblemsMark,
  takeProblemForm,
  writtenProblem,
} from './problems/problem-form.js';
export { ProblemDto } from './problems/problem.dto.js';
export { FirstProblemFilter, ProblemFilter } from './problems/problem.filter.js';
export { MOST_LISTED_FAULTS, Problem, type ProblemOptions, type RequestFault } from './problems/problem.js';
export { hideSecrets, quoted } from './problems/hidden-secrets.js';
export {
  UNREADABLE_PATH,
  escapePointer,
  queryFaults,
  structureFaults,
  unknownName,
} from './problems/request-structure.js';
export { tooManyAttempts } from './problems/too-many-attempts.js';
export { RequestValidationPipe } from './problems/validation.pipe.js';
export { RateLimitsDto, RateLimitsInputDto, givenLimits, toRateLimitsDto } from './rate-limits.dto.js';
export { requestId } from './request-id.js';
export {
  ApiResponseHeaders,
  type MarkedHeader,
  type ResponseHeader,
  takeResponseHeaders,
} from './response-headers.decorator.js';
export { ResponseHeaders } from './response-headers.js';
export { addRouteConfig } from './route-config.js';
export { RouteTable } from './route-table.js';
export { RoutineRoute } from './routine-route.decorator.js';
export { StreamSlots } from './streams/stream-slots.js';
export {
  IsEmailAddress,
  IsName,
  IsPassword,
  IsTextOf,
  IsTypedSecret,
  Omittable,
  OmittableOrNull,
  Trimmed,
} from './validation/text.validators.js';
export { type UnreadAnswer, UnreadAnswers } from './unread-answers.js';

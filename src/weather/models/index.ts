export { faultOfModel } from './check-model.js';
export { defineModel } from './define-model.js';
export { type ModelTarget, downloadBytes, stepDueAt, stepTable, stepsOf } from './model-target.js';
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
  STATISTIC_OF,
  type SourceRecord,
  type StepFiles,
  type StepRange,
} from './model.js';
export { DEFAULT_MODELS, OWN_MODELS } from './own-models.js';
export {
  beginningRun,
  isOverdue,
  latestRun,
  nextRun,
  previousRun,
  runBeginsAt,
  runDueAt,
  runHoursOf,
  runKindOf,
  staleFrom,
} from './run-times.js';
export { stepPath } from './step-path.js';

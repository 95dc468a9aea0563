export { defineModel } from './define-model.js';
export { type Derivation, STATISTIC_OF } from './derivations.js';
export { type ModelTarget, downloadBytes, stepDueAt, stepTable, stepsOf } from './model-target.js';
export type {
  Compression,
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

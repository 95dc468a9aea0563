/** The forecast module's API for features that serve batches of their own, such as forecast jobs. */
export { acceptedForm } from './answer/answer-formats.js';
export { ForecastBatchDto } from './answer/batch-response.dto.js';
export { documentedContent } from './answer/documented-content.js';
export { answerOf, type KeptAnswer } from './answer/kept-answer.js';
export { JOB_BOUNDS, unitsOfBatch } from './request/batch-query.js';
export { ForecastBatchLocationDto, ForecastBatchRequestDto } from './request/batch-request.dto.js';
export { type RawBody } from './request/body-reader.js';
export { LOCATIONS } from './request/parameters.js';
export { type AcceptedForm, type AnswerFormat } from './serving/answer-format.js';
export { batchMeta, batchWriter } from './serving/batch-answer.js';

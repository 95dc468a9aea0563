export { ClaimQueue } from './claim-queue.js';
export { QueueWork } from './queue-work.js';
export { RETRIES, retryWaitS } from './retry-schedule.js';

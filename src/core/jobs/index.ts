export { ForkedJob } from './forked-job.js';
export { JobFailedError } from './job-failed-error.js';
export { serveJob } from './serve-job.js';

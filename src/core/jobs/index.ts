export { ForkedJob, JobFailedError } from './forked-job.js';
export { serveJob } from './serve-job.js';

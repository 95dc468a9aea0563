/** Another process has claimed the job, or it was deleted. */
export class JobLostError extends Error {
  constructor(id: string) {
    super(`The job ${id} was taken over or deleted.`);
  }
}

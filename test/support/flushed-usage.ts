import { UsageFlusherService } from '../../src/usage/metering/usage-flusher.service.js';
import { type TestApp } from './test-app.js';

/** The rows of a table of the schema `usage`, after everything that was answered has arrived there. */
export async function flushedUsage(app: TestApp, query: string): Promise<Record<string, unknown>[]> {
  await app.app.get(UsageFlusherService).flush();
  return app.runSql(query);
}

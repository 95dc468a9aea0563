import { UsageFlusherService } from '../../src/usage/metering/usage-flusher.service.js';
import { type TestApp } from './test-app.js';

/** Returns rows of the schema `usage` after all finished requests have been written to it. */
export async function flushedUsage(app: TestApp, query: string): Promise<Record<string, unknown>[]> {
  await app.app.get(UsageFlusherService).flush();
  return app.runSql(query);
}

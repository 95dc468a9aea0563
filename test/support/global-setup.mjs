// Jest loads this file outside of its module loader, which alone knows the project's TypeScript: hence the hooks.
import './register-typescript.mjs';

export default async function globalSetup() {
  const { startTestServer } = await import('./test-server.ts');
  const { migrate } = await import('../../src/database/migrate.ts');
  await startTestServer(migrate);
}

// Runs in the folder where the benchmark installs its packages.
import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';

/** Creates an API key of better-auth in the database. Returns a function that verifies it. */
export async function createVerification(database) {
  const auth = betterAuth({
    database,
    secret: 'of the benchmark, 32 characters.',
    baseURL: 'http://localhost:3000',
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    plugins: [apiKey({ rateLimit: { enabled: false } })],
  });
  await (await getMigrations(auth.options)).runMigrations();
  const { user } = await auth.api.signUpEmail({
    body: { name: 'A member', email: 'member@example.com', password: 'correct horse battery staple' },
  });
  const { key } = await auth.api.createApiKey({ body: { userId: user.id } });
  const { valid } = await auth.api.verifyApiKey({ body: { key } });
  if (!valid) throw new Error('The key of the yardstick does not work.');
  return () => auth.api.verifyApiKey({ body: { key } });
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createApp } from '../boot/app.setup.js';
import { createLogger } from '../common/logger.js';
import { loadApplication } from '../features/load-features.js';
import { createOpenApiDocument } from './openapi/openapi.document.js';

/** Stands in the document for wherever a service is reached. */
const PUBLIC_URL = 'https://weather.example';

const USAGE = 'Usage: weather-forecast-service openapi [file]';

/** Writes the OpenAPI document, as a service at that URL serves it, into a file. Needs no database. */
export async function writeOpenApi([file = 'openapi/openapi.json', ...rest]: string[]): Promise<void> {
  if (file === '--help') return console.log(USAGE);
  if (file.startsWith('-') || rest.length > 0) throw new Error(USAGE);
  const dataDirectory = mkdtempSync(join(tmpdir(), 'openapi-'));
  const { configuration, features } = await loadApplication({
    DATA_DIR: dataDirectory,
    PUBLIC_URL,
    FEATURES: process.env.FEATURES,
  });
  const app = await createApp(configuration, { hosts: [], dbName: 'none' }, createLogger('silent'), features);
  const document = createOpenApiDocument(app, configuration.publicUrl);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  await app.close();
  rmSync(dataDirectory, { recursive: true, force: true });
}

import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../boot/app.setup.js';
import { createLogger } from '../common/logger.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { loadFeatures } from '../features/load-features.js';
import { createOpenApiDocument } from './openapi/openapi.document.js';

/** Stands in the document for wherever a service is reached. */
const PUBLIC_URL = 'https://weather.example';

/** Writes openapi/openapi.json from the code, as a service at that URL serves it. Needs no database. */
const dataDirectory = mkdtempSync(join(tmpdir(), 'openapi-'));
const configuration = loadConfiguration({
  DATA_DIR: dataDirectory,
  PUBLIC_URL,
  FEATURES: process.env.FEATURES,
});
const features = await loadFeatures(configuration.features);
const app = await createApp(configuration, { hosts: [], dbName: 'none' }, createLogger('silent'), features);
const document = createOpenApiDocument(app, configuration.publicUrl);
writeFileSync('openapi/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
await app.close();
rmSync(dataDirectory, { recursive: true, force: true });

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { featureNames, loadConfiguration } from '../../core/config/index.js';
import { documentOf } from '../features/document-of.js';
import { loadFeatures } from '../features/load-features.js';

/** Placeholder for the address of a service. */
const PUBLIC_URL = 'https://weather.example';

const USAGE = 'Usage: weather-forecast-service openapi [file]';

/** Writes the OpenAPI document, as a service at that URL serves it, to a file. Needs no database. */
export async function writeOpenApi([file = 'openapi/openapi.json', ...rest]: string[]): Promise<
  number | void
> {
  if (file === '--help') return console.log(USAGE);
  if (file.startsWith('-') || rest.length > 0) throw new Error(USAGE);
  const dataDirectory = mkdtempSync(join(tmpdir(), 'openapi-'));
  const features = await loadFeatures(featureNames(process.env));
  // The document must not depend on the service's other settings.
  const ofFeatures = features.settings.map(({ name }) => [name, process.env[name]]);
  const environment: NodeJS.ProcessEnv = {
    ...(Object.fromEntries(ofFeatures) as NodeJS.ProcessEnv),
    ...{ DATA_DIR: dataDirectory, PUBLIC_URL },
  };
  const configuration = loadConfiguration(environment, features.models, features.settings);
  const document = await documentOf(configuration, features);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  rmSync(dataDirectory, { recursive: true, force: true });
  return 0;
}

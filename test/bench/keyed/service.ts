// The service as `npm start` runs it, in a process of its own. With the argument `open`, its forecast route asks for no
// key, so that it neither limits nor meters.
import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { createApp } from '../../../src/boot/app.setup.js';
import { Public } from '../../../src/http/access/access.decorator.js';
import { createLogger } from '../../../src/common/logger.js';
import { loadConfiguration } from '../../../src/config/load-configuration.js';
import { migrate } from '../../../src/database/migrate.js';
import { OWN_FEATURE_SET } from '../../../src/features/features.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { ForecastController } from '../../../src/forecast/forecast.controller.js';

if (process.argv[2] === 'open') {
  const route = Object.getOwnPropertyDescriptor(ForecastController.prototype, 'forecast')!;
  Reflect.deleteMetadata(GUARDS_METADATA, route.value as object);
  Public()(ForecastController.prototype, 'forecast', route);
}
const configuration = loadConfiguration(process.env);
mkdirSync(configuration.dataDirectory, { recursive: true });
const database = await openDatabase(configuration);
await migrate(database.connection, OWN_FEATURE_SET);
const app = await createApp(configuration, database.connection, createLogger(configuration.logLevel));
await app.listen({ host: '127.0.0.1', port: 0 });
process.once('message', () => {
  void app
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});
process.send!({ url: await app.getUrl() });

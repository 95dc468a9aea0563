// The service as `npm start` runs it, in a separate process. With the argument `open`, its forecast route needs no key,
// so it neither limits nor meters.
import 'reflect-metadata';
import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { Public } from '../../../src/core/http/access/access.decorator.js';
import { ForecastController } from '../../../src/forecast/forecast.controller.js';
import { startApp } from './start-app.js';

if (process.argv[2] === 'open') {
  const route = Object.getOwnPropertyDescriptor(ForecastController.prototype, 'forecast')!;
  Reflect.deleteMetadata(GUARDS_METADATA, route.value as object);
  Public()(ForecastController.prototype, 'forecast', route);
}
const { url, stop } = await startApp(process.env);
process.once('message', () => void stop().then(() => process.exit(0)));
process.send!({ url });

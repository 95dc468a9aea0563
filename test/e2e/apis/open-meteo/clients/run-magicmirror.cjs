// Usage: node run-magicmirror.cjs FOLDER OPTIONS. Prints what the provider in an unpacked MagicMirror² package shows.
const { join } = require('node:path');
const process = require('node:process');

const [folder, options] = process.argv.slice(2);
process.env.mmTestMode = 'true';
require(join(folder, 'js/alias-resolver.js'));
const Provider = require(join(folder, 'defaultmodules/weather/providers/openmeteo.js'));

const config = JSON.parse(options);
const { fetch } = globalThis;
// Blocks the provider's request to another service for the name of the place.
globalThis.fetch = (url, init) =>
  String(url).startsWith(config.apiBase) ? fetch(url, init) : Promise.reject(new Error('no other network'));

const provider = new Provider(config);
const end = (result) => process.stdout.write(JSON.stringify(result), () => process.exit(0));
provider.setCallbacks(
  (data) => end({ data }),
  (error) => end({ error }),
);
provider.initialize().then(() => provider.start());

/** The rooms of src, from the top down: an import only goes down this list. */
const ROOMS = [
  'boot',
  'docs',
  'dashboard',
  'apis',
  'events',
  'forecast',
  'verification',
  'observations',
  'usage',
  'api-keys',
  'clients',
  'organizations',
  'accounts',
  'ingest',
  'store',
  'core',
  'weather',
];
/** The rooms whose second-level folders have a door each, so that a worker thread loads no framework. */
const WITH_INNER_DOORS = '(core|store|weather)';
/** Pure drawing, which the page shares with the meteogram. */
const WEATHER_SYMBOLS = '^src/apis/meteogram/drawing/(weather-symbols|paint)\\.ts$';

/** What checks the features of others. */
const LOADS_ZOD =
  '^src/(weather/(checks/.+|models/(check-)?model|metrics/(check-metric|.+\\.schema))|core/features/(check-feature|feature\\.schema))\\.ts$|^node_modules/zod/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...ROOMS.map((room, i) => ({
      name: `only-down-from-${room}`,
      comment: 'An import only goes down the list of rooms. What starts the service imports the application.',
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: {
        path: '^src/',
        pathNot: `^src/(${ROOMS.slice(i).join('|')})/${room === 'boot' ? '|^src/app\\.module\\.ts$' : ''}`,
      },
    })),
    {
      name: 'only-down-from-a-room',
      comment: 'A new room takes its place in the list.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${ROOMS.join('|')})/` },
      to: {},
    },
    {
      name: 'through-the-door',
      comment:
        'An import enters another room only through its index.ts. A dynamic import loads one module, when it is due.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: [
          '^src/$1/',
          `^src/(?!${WITH_INNER_DOORS}/)[^/]+/index\\.ts$`,
          `^src/${WITH_INNER_DOORS}/[^/]+/index\\.ts$`,
          WEATHER_SYMBOLS,
        ],
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'the-page-knows-only-the-api',
      comment:
        'The dashboard in the browser shares no code with the service, except the drawing of the weather symbols.',
      severity: 'error',
      from: { path: '^src/dashboard/web/' },
      to: { path: '^src/', pathNot: ['^src/dashboard/web/', WEATHER_SYMBOLS] },
    },
    {
      name: 'weather-is-pure',
      comment: 'weather uses no Nest, no ORM and no file system.',
      severity: 'error',
      from: { path: '^src/weather/' },
      to: { path: '^(node:)?fs(/|$)|@nestjs/|@mikro-orm/' },
    },
    {
      name: 'apis-know-none-of-each-other',
      severity: 'error',
      from: { path: '^src/apis/([^/]+)/' },
      to: { path: '^src/apis/', pathNot: '^src/apis/$1/' },
    },
    {
      name: 'serving-and-taking-are-apart',
      comment: 'Requests are served from the store, independently of the ingest that fills it.',
      severity: 'error',
      from: { path: '^src/(forecast|verification|observations)/' },
      to: { path: '^src/ingest/' },
    },
    {
      name: 'zod-when-it-is-due',
      comment:
        'zod checks the features of others. A start without any, the ingest command and worker threads import it for types alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: LOADS_ZOD },
      to: { path: LOADS_ZOD, dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'migrations-stay-what-they-were',
      comment: 'A migration that imports from the service would change with it.',
      severity: 'error',
      from: { path: '/migrations/Migration[^/]+$' },
      to: { path: '^src/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};

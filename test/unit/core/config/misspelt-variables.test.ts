import { expect, test } from '@jest/globals';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';

test.each([
  ['GFS_RESOLUTON', 'GFS_RESOLUTION'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['DATADIR', 'DATA_DIR'],
  ['PORTS', 'PORT'],
  ['gfs_max_step', 'GFS_MAX_STEP'],
])('%s is probably %s', (name, setting) => {
  expect(loadConfiguration({ [name]: 'secret' }, OWN_FEATURE_SET.models).warnings).toEqual([
    `${name} is not a setting and has no effect. Did you mean ${setting}?`,
  ]);
});

test('doesn’t warn about other programs’ variables', () => {
  const others = `PATH HOME USER PWD OLDPWD SHELL TERM LANG LC_ALL TZ HOSTNAME HOSTTYPE SHLVL LOGNAME MAIL EDITOR PAGER DISPLAY
    TMPDIR NODE_ENV NODE_OPTIONS NODE_PATH npm_config_cache npm_package_version INIT_CWD CI DEBUG COLOR NO_COLOR
    PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE POSTGRES_PASSWORD REDIS_HOST KUBERNETES_PORT KUBERNETES_SERVICE_HOST
    WEATHER_PORT AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_DEFAULT_REGION OTEL_EXPORTER_OTLP_ENDPOINT
    XDG_DATA_DIRS XDG_CACHE_HOME SSH_AUTH_SOCK JAVA_HOME GOPATH HTTP_PROXY NO_PROXY TEST_DATABASE_URL`;
  const environment = Object.fromEntries(others.split(/\s+/).map((name) => [name, 'x']));
  expect(loadConfiguration(environment, OWN_FEATURE_SET.models).warnings).toEqual([]);
});

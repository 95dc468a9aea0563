import { describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { ConfigurationError } from '../../../../src/core/config/configuration-error.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { gfs } from '../../../../src/weather/models/gfs/gfs.model.js';

const load = (environment: NodeJS.ProcessEnv) => loadConfiguration(environment, [gfs]);

/** The faults of an environment; none if it loads. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    load(environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(
      (error as Error).message
        .split('\n')
        .slice(1)
        .map((line) => line.trim()),
    ).toEqual((error as ConfigurationError).faults);
    return (error as ConfigurationError).faults;
  }
}

const NAMES = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'MODELS',
  'GFS_BASE_URL',
  'GFS_RESOLUTION',
  'GFS_MAX_STEP',
  'RUNS_KEPT',
  'RUN_STORE_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_REGION',
  'DEFAULT_RATE_LIMITS',
  'MAX_CLIENTS_PER_ACCOUNT',
  'MAX_ORGANIZATIONS_PER_ACCOUNT',
  'MAX_KEYS_PER_CLIENT',
  'MAX_ALERTS_PER_ORGANIZATION',
  'REGISTRATION',
  'PASSWORD_SIGN_IN',
  'SMTP_URL',
  'MAIL_FROM',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'SESSION_IDLE_HOURS',
  'SESSION_MAX_DAYS',
  'USAGE_RETENTION_DAYS',
  'REQUEST_LOG_RETENTION_DAYS',
  'JOURNAL_FULL',
  'KEY_SECRET',
  'KEY_SECRET_PREVIOUS',
  'TRUSTED_PROXIES',
  'LOG_LEVEL',
];

describe('without any variable', () => {
  const configuration = load({});

  it('has the documented defaults', () => {
    expect(configuration).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDirectory: resolve('.data'),
      runsDirectory: resolve('.data/runs'),
      models: [{ model: { name: 'gfs' }, resolution: '1p00', maxStepHours: 120 }],
      knownModels: [{ model: { name: 'gfs' }, resolution: '1p00', maxStepHours: 384 }],
      runsKept: 2,
      defaultRateLimits: { second: 10, minute: 300, hour: 5000, day: 50000 },
      maxClientsPerAccount: 20,
      maxOrganizationsPerAccount: 5,
      maxKeysPerClient: 50,
      maxAlertsPerOrganization: 200,
      registration: 'open',
      passwordSignIn: 'on',
      identityProviders: [],
      isContainer: false,
      passwordCost: { memoryKib: 19_456, passes: 2 },
      sessionIdleHours: 168,
      sessionMaxDays: 30,
      usageRetentionDays: 400,
      requestLogRetentionDays: 7,
      journalFull: 'refuse',
      trustedProxies: [],
      logLevel: 'info',
      isSecure: false,
    });
    expect(configuration.models[0].baseUrls).toEqual([expect.stringMatching(/^https:\/\/[a-z0-9.-]+$/)]);
    const { database, keySecret, adminEmail, adminPassword } = configuration;
    expect([database, keySecret, adminEmail, adminPassword]).toEqual(Array(4).fill(undefined));
  });

  it.each(['', ' ', '\t\n'])('treats the empty value %j of every variable as unset', (value) => {
    expect(load(Object.fromEntries(NAMES.map((name) => [name, value])))).toEqual(configuration);
  });

  it('ignores other programs’ variables', () => {
    expect(load({ PATH: '/bin', NODE_ENV: 'test' })).toEqual(configuration);
  });
});

describe('with all variables', () => {
  it('reads each, trimming whitespace and trailing slashes', () => {
    const secret = 'x'.repeat(32);
    expect(
      load({
        PORT: ' 8080 ',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://weather.example/base//',
        DATA_DIR: 'data',
        DATABASE_URL: 'postgresql://user:password@db:5432/weather',
        GFS_BASE_URL: 'https://a.example/gfs/  http://b.example,file:///mirror/, https://a.example/gfs',
        GFS_RESOLUTION: '0p25',
        GFS_MAX_STEP: '0',
        RUNS_KEPT: '1',
        DEFAULT_RATE_LIMITS: ' second = 5 , day=100 ',
        MAX_CLIENTS_PER_ACCOUNT: '1',
        MAX_ORGANIZATIONS_PER_ACCOUNT: '0',
        MAX_KEYS_PER_CLIENT: '2',
        MAX_ALERTS_PER_ORGANIZATION: '5000',
        REGISTRATION: 'closed',
        PASSWORD_SIGN_IN: 'off',
        SMTP_URL: 'smtps://ada:p%40ss@mail.example.com',
        MAIL_FROM: 'Example Weather <weather@example.com>',
        ADMIN_EMAIL: ' ada@example.com ',
        ADMIN_PASSWORD: ' blanks belong to it ',
        SESSION_IDLE_HOURS: '3',
        SESSION_MAX_DAYS: '4',
        USAGE_RETENTION_DAYS: '5',
        REQUEST_LOG_RETENTION_DAYS: '6',
        JOURNAL_FULL: 'uncounted',
        KEY_SECRET: secret,
        KEY_SECRET_PREVIOUS: `${secret}y`,
        TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,',
        LOG_LEVEL: 'debug',
      }),
    ).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://weather.example/base',
      isSecure: true,
      dataDirectory: resolve('data'),
      database: {
        hosts: [{ host: 'db', port: 5432 }],
        user: 'user',
        password: 'password',
        dbName: 'weather',
      },
      models: [
        {
          baseUrls: ['https://a.example/gfs', 'http://b.example', 'file:///mirror'],
          resolution: '0p25',
          maxStepHours: 0,
        },
      ],
      runsKept: 1,
      defaultRateLimits: { second: 5, minute: null, hour: null, day: 100 },
      maxClientsPerAccount: 1,
      maxOrganizationsPerAccount: 0,
      maxKeysPerClient: 2,
      maxAlertsPerOrganization: 5_000,
      registration: 'closed',
      passwordSignIn: 'off',
      mail: {
        host: 'mail.example.com',
        port: 465,
        tls: 'implicit',
        credentials: { user: 'ada', password: 'p@ss' },
        from: { name: 'Example Weather', address: 'weather@example.com' },
      },
      adminEmail: 'ada@example.com',
      adminPassword: ' blanks belong to it ',
      sessionIdleHours: 3,
      sessionMaxDays: 4,
      usageRetentionDays: 5,
      requestLogRetentionDays: 6,
      journalFull: 'uncounted',
      keySecret: secret,
      keySecretPrevious: `${secret}y`,
      trustedProxies: ['10.0.0.0/8', '::1'],
      logLevel: 'debug',
    });
  });

  it('reads the domains of REGISTRATION', () => {
    const { registration } = load({ REGISTRATION: 'domain:Example.com, bücher.example' });
    expect(registration).toEqual({ domains: ['example.com', 'xn--bcher-kva.example'] });
  });

  it('uses the port in the default public URL', () => {
    expect(load({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  it('recognizes https in any case as secure', () => {
    expect(load({ PUBLIC_URL: 'HTTPS://weather.example' }).isSecure).toBe(true);
  });
});

describe('with faults', () => {
  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '1e3'],
    ['PORT', '0x10'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'weather.example'],
    ['PUBLIC_URL', 'ftp://weather.example'],
    ['DATABASE_URL', 'mysql://db/weather'],
    ['DATABASE_URL', 'db'],
    ['GFS_BASE_URL', '/mirror'],
    ['GFS_BASE_URL', 's3://bucket'],
    ['GFS_BASE_URL', 'https://me@mirror.example'],
    ['GFS_RESOLUTION', '1p0'],
    ['GFS_MAX_STEP', '385'],
    ['RUNS_KEPT', '0'],
    ['DEFAULT_RATE_LIMITS', '10'],
    ['DEFAULT_RATE_LIMITS', 'second=0'],
    ['DEFAULT_RATE_LIMITS', 'second=-1'],
    ['DEFAULT_RATE_LIMITS', 'week=1'],
    ['DEFAULT_RATE_LIMITS', 'second=10,'],
    ['DEFAULT_RATE_LIMITS', 'second=10 day=100'],
    ['MAX_CLIENTS_PER_ACCOUNT', '0'],
    ['MAX_ORGANIZATIONS_PER_ACCOUNT', '-1'],
    ['MAX_KEYS_PER_CLIENT', 'many'],
    ['MAX_ALERTS_PER_ORGANIZATION', '0'],
    ['MAX_ALERTS_PER_ORGANIZATION', '5001'],
    ['REGISTRATION', 'Closed'],
    ['REGISTRATION', 'off'],
    ['REGISTRATION', 'domain:'],
    ['REGISTRATION', 'domain:example.com,'],
    ['REGISTRATION', 'domain:ada@example.com'],
    ['REGISTRATION', 'example.com'],
    ['PASSWORD_SIGN_IN', 'no'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'smtp://mail.example.com'],
    ['MAIL_FROM', 'weather@example.com'],
    ['MAIL_FROM', 'Weather'],
    ['ADMIN_EMAIL', 'ada'],
    ['ADMIN_EMAIL', 'ada@example.com, bob@example.com'],
    ['ADMIN_PASSWORD', 'quiet morning in may'],
    ['SESSION_IDLE_HOURS', '0'],
    ['SESSION_MAX_DAYS', '366'],
    ['KEY_SECRET', 'x'.repeat(31)],
    ['KEY_SECRET_PREVIOUS', 'x'.repeat(31)],
    ['ALLOWED_NETWORKS', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', 'loopback'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.1,::/0'],
    ['LOG_LEVEL', 'INFO'],
    ['LOG_LEVEL', 'verbose'],
  ])('reports %s=%s, and nothing else', (name, value) => {
    const faults = faultsOf({ [name]: value });

    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} .+\\.$`));
  });

  it('reports all of them together', () => {
    const faults = faultsOf({
      PORT: 'x',
      PUBLIC_URL: 'x',
      DATABASE_URL: 'x',
      MODELS: 'gfs,valley',
      GFS_BASE_URL: 'x',
      GFS_RESOLUTION: 'x',
      GFS_MAX_STEP: 'x',
      RUNS_KEPT: 'x',
      RUN_STORE_URL: 'x',
      AWS_ENDPOINT_URL_S3: 'x',
      DEFAULT_RATE_LIMITS: 'x,y',
      MAX_CLIENTS_PER_ACCOUNT: 'x',
      MAX_ORGANIZATIONS_PER_ACCOUNT: 'x',
      MAX_KEYS_PER_CLIENT: 'x',
      MAX_ALERTS_PER_ORGANIZATION: 'x',
      REGISTRATION: 'x',
      PASSWORD_SIGN_IN: 'x',
      SMTP_URL: 'x',
      MAIL_FROM: 'x',
      ADMIN_EMAIL: 'x',
      ADMIN_PASSWORD: 'x',
      SESSION_IDLE_HOURS: 'x',
      SESSION_MAX_DAYS: 'x',
      USAGE_RETENTION_DAYS: '1',
      REQUEST_LOG_RETENTION_DAYS: '0',
      JOURNAL_FULL: 'drop',
      KEY_SECRET: 'x',
      KEY_SECRET_PREVIOUS: 'x',
      TRUSTED_PROXIES: 'x,y',
      LOG_LEVEL: 'x',
    });

    const named = faults.map((fault) => fault.split(' ', 1)[0]);
    const expected = NAMES.filter((name) => !['HOST', 'DATA_DIR', 'AWS_REGION'].includes(name));
    expect(named.sort()).toEqual([...expected, 'DEFAULT_RATE_LIMITS', 'TRUSTED_PROXIES'].sort());
  });

  it('repeats no secret or password', () => {
    const faults = faultsOf({
      KEY_SECRET: 'canary-secret',
      DATABASE_URL: 'mysql://user:canary-password@db/weather',
      PUBLIC_URL: 'ftp://user:canary-password@weather.example',
      GFS_BASE_URL: 's3://canary-key:canary-password@bucket',
    });

    expect(faults).toHaveLength(4);
    expect(faults.join('\n')).not.toMatch(/canary/);
  });
});

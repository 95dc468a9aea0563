/** @slow */
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** What the package exports. Removing or renaming any of it breaks others' projects. */
const EXPORTS = {
  'src/index.ts': [
    ...['Account', 'AccountsModule', 'AccountsService', 'Actor', 'ApiKey', 'ApiProblems', 'AuditAction'],
    ...['BegunSession', 'IdentitiesService', 'IdentityClaims', 'SignInMethods', 'SignInProvider'],
    ...['requireFreshSignIn', 'setSessionCookie'],
    ...['MountPage', 'PageApi', 'PageContext'],
    ...['BackgroundWork', 'ClusterLock', 'LimitPolicy', 'LimitSource', 'RateLimits'],
    ...['ComposedMail', 'Mail', 'MailComposer', 'MailContent', 'MailModule', 'Outbox', 'QueuedMail'],
    ...['Bounds', 'MostRows', 'Retention', 'retain'],
    ...['ListenerOptions', 'OnServiceEvent', 'ServiceEvent'],
    ...['FeatureSettings', 'SettingName', 'Settings'],
    ...['Page', 'PageQueryDto', 'everyEntry', 'readPage'],
    ...['CurrentCaller', 'CurrentOrganization', 'ManagementCaller', 'OrganizationsModule'],
    ...['RequiresSessionOrClient', 'WithinOrganization'],
    ...['ExportedLists', 'HookContext', 'OrganizationEnd', 'Owners'],
    ...['ORGANIZATION_ROLES', 'OrganizationRole', 'PermissionDescription', 'PermissionName', 'Permissions'],
    ...['AuditActions', 'AuditLog', 'AuditModule', 'Client', 'ClientsModule', 'ClientsService'],
    ...['ComponentPage', 'PAGE_ICONS', 'PageIcon'],
    ...['Announcement', 'EventDescription', 'EventType', 'Events', 'EventsModule', 'EventsService'],
    ...[
      'Compressed',
      'CrossOrigin',
      'DurationHistogram',
      'Labels',
      'MetricsModule',
      'MetricsService',
      'Sample',
      'samplesBy',
      'Examples',
      'ReadsQuery',
    ],
    ...['ApiKeyGuard', 'ClientThrottlerGuard', 'RequestPaceGuard'],
    ...['AuditEntry', 'FactorRequest', 'ForecastMeta', 'Organization', 'ProblemOptions'],
    ...[
      'CautionCode',
      'ClimatologyVariable',
      'Compression',
      'Member',
      'RecordFiles',
      'StepFiles',
      'UnitSystem',
    ],
    ...[
      'Configuration',
      'CurrentAccount',
      'CurrentActor',
      'CurrentPrincipal',
      'DashboardPage',
      'Endpoint',
      'EntityType',
      'Feature',
    ],
    ...['ForecastColumns', 'ForecastModule', 'ForecastRequestDto', 'ForecastService', 'ForecastTable'],
    ...['IdParam', 'IdPrefix', 'IdPrefixes', 'KeyOwner', 'MigrationClass', 'Price', 'Principal', 'Problem'],
    ...['ProblemCode', 'ProblemDescription', 'Problems', 'Public', 'RequestFault', 'RequiresApiKey'],
    ...['RequiresSession', 'Role', 'RunOptions', 'SCOPE_HOLDERS', 'ScopeDescription', 'ScopeHolder'],
    ...[
      'ScopeName',
      'Scopes',
      'SecurityScheme',
      'SessionsModule',
      'SessionsService',
      'TagDescription',
      'UsageModule',
    ],
    ...['ClimatologySource', 'Course', 'DailyMeasure', 'DailyValue', 'DaySource', 'Decimals', 'Metric'],
    ...['MetricClimatology', 'MetricPanel', 'MetricSource', 'MinuteSource', 'PANEL_CHARTS', 'Quantity'],
    ...['Derivation', 'InventoryFormat', 'MessageForm', 'Model', 'Product', 'RecordPattern', 'Resolution'],
    ...['QuantityName', 'RunKind', 'SourceRecord', 'StepRange', 'VariableName'],
    ...['defineFeature', 'defineMetric', 'defineModel', 'idPattern', 'newId', 'runService'],
  ],
  'src/boot/testing/index.ts': [
    'checkFeature',
    'TestService',
    'TestServiceOptions',
    'TestSession',
    'startTestService',
  ],
};

test('the package exports exactly the listed names', () => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(project('tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    ts.sys,
    project('.'),
  );
  const files = Object.keys(EXPORTS).map(project);
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const names = files.map((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
    return checker.getExportsOfModule(module).map(({ name }) => name);
  });
  expect(names.map((list) => list.toSorted())).toEqual(Object.values(EXPORTS).map((list) => list.toSorted()));
});

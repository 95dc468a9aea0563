const ASKED_BY = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
];

/** Tells whether to load OpenTelemetry, which reads its environment variables itself. */
export function isTracingAsked(environment: NodeJS.ProcessEnv): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  if (environment.OTEL_TRACES_EXPORTER === 'none') return false;
  return ASKED_BY.some((name) => Boolean(environment[name]));
}

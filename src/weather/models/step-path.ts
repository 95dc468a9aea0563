/**
 * Returns the path of a file of a step. Placeholders: `{YYYYMMDD}` and `{HH}`, date and hour of the run in UTC; `{F}`,
 * the step in hours; `{FFF}`, the same with three digits; `{PARAMETER}` and `{parameter}`, a record's parameter in
 * upper and lower case; `{MEMBER}`, the name of an ensemble's member.
 */
export function stepPath(
  template: string,
  run: Date,
  stepHours: number,
  { parameter = '', member = '' } = {},
): string {
  const time = run.toISOString();
  return template
    .replaceAll('{MEMBER}', member)
    .replaceAll('{YYYYMMDD}', time.slice(0, 10).replaceAll('-', ''))
    .replaceAll('{HH}', time.slice(11, 13))
    .replaceAll('{FFF}', String(stepHours).padStart(3, '0'))
    .replaceAll('{F}', String(stepHours))
    .replaceAll('{PARAMETER}', parameter.toUpperCase())
    .replaceAll('{parameter}', parameter.toLowerCase());
}

import type { ProblemCatalogue, ProblemExample } from '../../core/http/index.js';
import type { ProblemCode } from '../../core/features/index.js';

/** Returns the body of an error, as a service at the URL sends it. `others` override the options of its example. */
export function problemExample(
  problems: ProblemCatalogue,
  code: ProblemCode,
  publicUrl: string,
  others: ProblemExample = {},
): Record<string, unknown> {
  const { instance, ...options } = { ...problems.describe(code).example, ...others };
  return problems.toBody({ code, options }, publicUrl, instance);
}

import type { ProblemExample } from '../../core/http/problems/problem-description.types.js';
import type { ProblemCatalogue } from '../../core/http/problems/problem-catalogue.js';
import type { ProblemCode } from '../../core/features/names.types.js';

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

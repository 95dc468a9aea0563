import type { ProblemExample } from '../../http/problems/problem-description.types.js';
import type { ProblemCatalogue } from '../../http/problems/problem-catalogue.js';
import type { ProblemCode } from '../../features/names.types.js';

/** The body of an error with the code, as a service at the URL answers it, with other options than its example's. */
export function problemExample(
  problems: ProblemCatalogue,
  code: ProblemCode,
  publicUrl: string,
  others: ProblemExample = {},
): Record<string, unknown> {
  const { instance, ...options } = { ...problems.describe(code).example, ...others };
  return problems.toBody({ code, options }, publicUrl, instance);
}

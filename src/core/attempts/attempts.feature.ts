import type { ProblemDescription } from '../http/problems/problem-description.types.js';
import { defineFeature } from '../features/define-feature.js';
import { AttemptsModule } from './attempts.module.js';

const problems = {
  sign_in_unavailable: {
    status: 503,
    title: 'Sign-in is unavailable',
    help: "Try again in a few seconds. Sign-in is closed while failed attempts can't be counted. API keys keep working.",
    example: { instance: '/v1/sessions' },
  },
} satisfies Record<string, ProblemDescription>;

export const ATTEMPTS_FEATURE = defineFeature({
  name: 'attempts',
  module: AttemptsModule,
  problems,
});

declare module '../features/names.types.js' {
  interface Problems extends Record<keyof typeof problems, true> {}
}

export { checkFeature } from './check-feature.js';
export { startTestService, type TestService, type TestServiceOptions } from './start-test-service.js';
export type { TestSession } from './test-session.js';

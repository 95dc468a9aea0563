export { EVENTS_FEATURE } from './events.feature.js';
export { WEBHOOKS_FEATURE } from './webhooks/webhooks.feature.js';

export { type Bounds, type MostRows, type Retention, retain } from './retention.js';
export { RetentionModule } from './retention.module.js';

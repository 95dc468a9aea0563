/** Loads zod, which takes longer than anything else here: only what checks definitions of others imports it. */
export { faultOfModel } from '../models/check-model.js';

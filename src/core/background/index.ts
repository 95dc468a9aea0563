export { RepeatedWork } from './repeated-work.js';

export { type FoundPlace, GAZETTEER_ATTRIBUTION, Gazetteer, type Place } from './gazetteer.js';

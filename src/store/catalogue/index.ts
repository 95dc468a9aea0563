export { RunCatalogue } from './run-catalogue.js';
export { RunFaults } from './run-faults.js';

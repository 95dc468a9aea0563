export { RunCatalogueModule } from './run-catalogue.module.js';
export { RunCatalogue } from './run-catalogue.js';
export { RunFaults } from './run-faults.js';

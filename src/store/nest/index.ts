export { RunCatalogueModule } from './run-catalogue.module.js';

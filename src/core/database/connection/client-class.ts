import type { ClientConfig } from 'pg';
import type { DatabaseConnection } from '../../config/database/database-connection.types.js';
import { DatabaseClient } from './database-client.js';
import { RouteFinder } from './route-finder.js';

/** Returns the class of all connections to a database, for the driver's pool and for separate connections. */
export function clientClass(target: DatabaseConnection): new (options?: ClientConfig) => DatabaseClient {
  const routes = new RouteFinder(target);
  return class extends DatabaseClient {
    constructor(options?: ClientConfig) {
      super(target, routes, options);
    }
  };
}

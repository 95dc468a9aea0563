import { DatabaseUnreachableError } from '../database-unreachable-error.js';
import type { DatabaseConnection } from '../../config/database/database-connection.types.js';
import { DatabaseClient, type RouteSource } from './database-client.js';
import { type DatabaseRoute, routesOf } from './database-route.js';
import type { RouteError } from './route-error.js';

/** Finds the same route that libpq would, and keeps it for as long as it works. */
export class RouteFinder implements RouteSource {
  private readonly routes: DatabaseRoute[][];
  private found: Promise<DatabaseRoute> | undefined;

  constructor(private readonly target: DatabaseConnection) {
    this.routes = routesOf(target);
  }

  find(): DatabaseRoute | Promise<DatabaseRoute> {
    const [first, ...others] = this.routes.flat();
    // With a single route, there is nothing to try.
    if (others.length === 0) return first;
    this.found ??= this.tryAll().catch((error: unknown) => {
      this.forget();
      throw error;
    });
    return this.found;
  }

  forget(): void {
    this.found = undefined;
  }

  private async tryAll(): Promise<DatabaseRoute> {
    const failures: RouteError[] = [];
    for (const ofHost of this.routes) {
      for (const route of ofHost) {
        const failure = await this.try(route);
        if (failure === undefined) return route;
        failures.push(failure);
        if (failure.isOfHost) break;
      }
      // Like libpq, doesn't try the next host after a host rejects the client.
      if (failures.at(-1)?.isOfHost === false) break;
    }
    const messages = new Set(failures.map(({ message }) => message));
    throw new DatabaseUnreachableError([...messages].join('; '), { cause: failures[0] });
  }

  private async try(route: DatabaseRoute): Promise<RouteError | undefined> {
    const scout = new DatabaseClient(this.target, { find: () => route, forget: () => undefined });
    // Errors after connecting have no other listener, and would end the process.
    scout.on('error', () => undefined);
    try {
      await scout.connect();
      return undefined;
    } catch (error) {
      return error as RouteError;
    } finally {
      void scout.end();
    }
  }
}

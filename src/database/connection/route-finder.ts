import { DatabaseUnreachableError } from '../database-unreachable-error.js';
import type { DatabaseConnection } from '../../config/database/database-connection.types.js';
import { DatabaseClient, type RouteSource } from './database-client.js';
import { type DatabaseRoute, routesOf } from './database-route.js';
import type { RouteError } from './route-error.js';

/** Finds the way to the server that libpq would find, and remembers it for as long as it works. */
export class RouteFinder implements RouteSource {
  private readonly routes: DatabaseRoute[][];
  private found: Promise<DatabaseRoute> | undefined;

  constructor(private readonly target: DatabaseConnection) {
    this.routes = routesOf(target);
  }

  find(): DatabaseRoute | Promise<DatabaseRoute> {
    const [first, ...others] = this.routes.flat();
    // Where there is one way, nothing has to be tried beforehand.
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
      // Whom one host refuses, libpq does not bring to the next.
      if (failures.at(-1)?.isOfHost === false) break;
    }
    const messages = new Set(failures.map(({ message }) => message));
    throw new DatabaseUnreachableError([...messages].join('; '), { cause: failures[0] });
  }

  private async try(route: DatabaseRoute): Promise<RouteError | undefined> {
    const scout = new DatabaseClient(this.target, { find: () => route, forget: () => undefined });
    // A connection that breaks later has nobody else to tell.
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

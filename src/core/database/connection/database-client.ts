import { Client, type ClientConfig, Connection } from 'pg';
import { DatabaseUnreachableError } from '../database-unreachable-error.js';
import type { DatabaseConnection } from '../../config/database/database-connection.types.js';
import { requireChannelBinding } from './channel-binding.js';
import { type DatabaseRoute, tlsOptions } from './database-route.js';
import { RouteError } from './route-error.js';

const USUAL_CONNECT_TIMEOUT_SECONDS = 10;
/** The SQLSTATE of a server that is starting, stopping or recovering. */
const CANNOT_CONNECT_NOW = '57P03';
const TIMEOUT = 'timeout expired';

/** Fields that the driver's types leave out. A client uses them when it connects. */
interface ConnectionParts {
  host: string;
  port: number;
  ssl: object | boolean;
  enableChannelBinding: boolean;
  connection: Connection;
}

/** Finds the route to the database when a client connects. */
export interface RouteSource {
  find(): DatabaseRoute | Promise<DatabaseRoute>;
  /** Must be called when the route that was found fails. */
  forget(): void;
}

/** The driver's client, which asks for its route when it connects. */
export class DatabaseClient extends Client {
  /**
   * A true private field, because the driver attaches clients to errors, which are logged: the password must not be in
   * there.
   */
  readonly #target: DatabaseConnection;
  readonly #routes: RouteSource;
  private hasEnded = false;

  constructor(target: DatabaseConnection, routes: RouteSource, { types }: ClientConfig = {}) {
    super({
      types,
      user: target.user,
      password: target.password,
      database: target.dbName,
      application_name: target.applicationName,
      options: target.options,
      connectionTimeoutMillis: 1_000 * (target.connectTimeoutSeconds ?? USUAL_CONNECT_TIMEOUT_SECONDS),
      ssl: false,
    });
    this.#target = target;
    this.#routes = routes;
  }

  override connect(): Promise<void>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<void> | void {
    const connected = this.reach();
    if (!callback) return connected;
    connected.then(() => (callback as () => void)(), callback);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    this.hasEnded = true;
    return callback ? super.end(callback) : super.end();
  }

  private async reach(): Promise<void> {
    const route = await this.#routes.find();
    if (this.hasEnded) throw new DatabaseUnreachableError('The connection was closed.');
    let isReached = false;
    try {
      this.take(route);
      this.connection.once('connect', () => (isReached = true));
      await super.connect();
    } catch (error) {
      this.#routes.forget();
      throw new RouteError(route, !isReached || isHostBusy(error as Error), error);
    }
    await this.checkServer(route);
  }

  private take(route: DatabaseRoute): void {
    const { channelBinding = 'prefer' } = this.#target;
    const ssl = route.isEncrypted && tlsOptions(this.#target, route);
    const connection = new Connection({ ssl, keepAlive: true });
    // Marks errors of queries on a broken connection as the database's fault; nothing else identifies them.
    connection.on('error', (error: Error) => {
      error.cause ??= new DatabaseUnreachableError('The connection broke.');
    });
    if (channelBinding === 'require') requireChannelBinding(connection);
    const parts: ConnectionParts = {
      host: route.host,
      port: route.port,
      ssl,
      enableChannelBinding: route.isEncrypted && channelBinding !== 'disable',
      connection,
    };
    Object.assign(this, parts);
  }

  /** Throws unless the server matches `target_session_attrs`. */
  private async checkServer(route: DatabaseRoute): Promise<void> {
    const { wanted } = route;
    if (wanted === 'any') return;
    const { rows } = await this.query<{ isStandby: boolean; isReadOnly: boolean }>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::bool as "isReadOnly"`,
    );
    const [{ isStandby, isReadOnly }] = rows;
    const fits = {
      'read-write': !isReadOnly,
      'read-only': isReadOnly,
      primary: !isStandby,
      standby: isStandby,
    };
    if (fits[wanted]) return;
    this.#routes.forget();
    void this.end();
    throw new RouteError(route, true, new Error(`it does not match target_session_attrs=${wanted}`));
  }
}

function isHostBusy(error: Error): boolean {
  return error.message === TIMEOUT || (error as NodeJS.ErrnoException).code === CANNOT_CONNECT_NOW;
}

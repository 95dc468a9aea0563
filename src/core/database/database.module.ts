import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { ChangeFeedService } from './changes/change-feed.service.js';
import { DatabaseClockService } from './database-clock.service.js';
import { createOrmOptions } from './orm-options.js';

/** The connection, what other processes change, and the database's clock. */
@Global()
@Module({})
export class DatabaseModule {
  /**
   * Disables MikroORM's own middleware, which would also create contexts for fast routes. `useRequestContext` replaces
   * it.
   */
  static forRoot(connection: DatabaseConnection, features: FeatureSet): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        MikroOrmModule.forRootAsync({
          driver: PostgreSqlDriver,
          useFactory: () => ({ ...createOrmOptions(connection, features), registerRequestContext: false }),
        }),
      ],
      providers: [ChangeFeedService, DatabaseClockService],
      exports: [ChangeFeedService, DatabaseClockService],
    };
  }
}

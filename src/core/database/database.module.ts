import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { type DynamicModule, Module } from '@nestjs/common';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { createOrmOptions } from './orm-options.js';

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
    };
  }
}

import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { type DynamicModule, Module } from '@nestjs/common';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { createOrmOptions } from './orm-options.js';

@Module({})
export class DatabaseModule {
  /** `useRequestContext` gives each request its context, where MikroORM's own middleware would give it to fast routes, too. */
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

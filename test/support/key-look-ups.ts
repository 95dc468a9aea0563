import { jest } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import type { TestApp } from './test-app.js';

/**
 * Counts, from now on, how often a key is looked up in the database: each look-up is one call of the driver.
 * @param delay awaited before each look-up
 */
export function countKeyLookUps({ app }: TestApp, delay = () => Promise.resolve()): () => number {
  const driver = app.get(MikroORM).em.getDriver();
  const find = driver.find.bind(driver);
  let count = 0;
  jest.spyOn(driver, 'find').mockImplementation(async (entity, ...parameters) => {
    if (entity !== ApiKey) return find(entity, ...parameters);
    count += 1;
    await delay();
    return find(entity, ...parameters);
  });
  return () => count;
}

import { GribNotSupportedError } from '../grib-not-supported-error.js';
import { type Level, type Product } from './product.js';

/**
 * A product that cannot be identified: its field can be listed and decoded, but everything except `template` throws.
 */
export class UnsupportedProduct implements Product {
  constructor(
    readonly template: number,
    private readonly table: string,
    private readonly value: number,
  ) {}

  get parameterCategory(): number {
    throw this.error();
  }

  get parameterNumber(): number {
    throw this.error();
  }

  get stepStartHours(): number | undefined {
    throw this.error();
  }

  get stepHours(): number {
    throw this.error();
  }

  get spanHours(): number | undefined {
    throw this.error();
  }

  get statisticalProcess(): number | undefined {
    throw this.error();
  }

  get level(): Level {
    throw this.error();
  }

  get member(): number | undefined {
    throw this.error();
  }

  get derivedForecast(): number | undefined {
    throw this.error();
  }

  private error(): GribNotSupportedError {
    return new GribNotSupportedError(this.table, this.value);
  }
}

/** JSON Schemas of a point's coordinates, in degrees north and east. */
export const LATITUDE = { type: 'number', minimum: -90, maximum: 90, example: 42.3478 } as const;
export const LONGITUDE = { type: 'number', minimum: -180, maximum: 180, example: -71.0466 } as const;

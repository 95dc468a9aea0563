import { geoContains, geoEquirectangular, geoGraticule10, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-110m.json';

/** Natural Earth's 1:110m outlines (public domain). */
const world = atlas as unknown as Topology<{
  countries: GeometryCollection<{ name: string }>;
  land: GeometryCollection;
}>;

/** Size of the map in its own units, 4 per degree. */
export const WIDTH = 1440;
export const HEIGHT = 720;

const projection = geoEquirectangular()
  .scale(WIDTH / (2 * Math.PI))
  .translate([WIDTH / 2, HEIGHT / 2]);
const path = geoPath(projection).digits(1);

export const LAND_PATH = path(feature(world, world.objects.land)) ?? '';
export const BORDERS_PATH = path(mesh(world, world.objects.countries, (one, other) => one !== other)) ?? '';
export const GRATICULE_PATH = path(geoGraticule10()) ?? '';

export function positionOf(lat: number, lon: number): [number, number] {
  return projection([lon, lat]) ?? [WIDTH / 2, HEIGHT / 2];
}

export function pointAt(x: number, y: number): { lat: number; lon: number } {
  const [lon, lat] = projection.invert!([x, y])!;
  return { lat: Math.min(90, Math.max(-90, lat)), lon: Math.min(180, Math.max(-180, lon)) };
}

const { features: countries } = feature(world, world.objects.countries);

/** Returns the country that contains the point, at the map's coarse resolution. */
export function countryAt(lat: number, lon: number): string | undefined {
  return countries.find((country) => geoContains(country, [lon, lat]))?.properties.name;
}

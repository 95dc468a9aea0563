import { geoContains, geoEquirectangular, geoGraticule10, geoPath } from 'd3-geo';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-110m.json';
import { IconButton } from '../../../ui/button.tsx';
import { SHAPES } from '../../../ui/chart/series.ts';

/** Natural Earth's 1:110m outlines (public domain). */
const world = atlas as unknown as Topology<{
  countries: GeometryCollection<{ name: string }>;
  land: GeometryCollection;
}>;

/** Size of the map in its own units, 4 per degree. */
const WIDTH = 1440;
const HEIGHT = 720;

const projection = geoEquirectangular()
  .scale(WIDTH / (2 * Math.PI))
  .translate([WIDTH / 2, HEIGHT / 2]);
const path = geoPath(projection).digits(1);

const LAND_PATH = path(feature(world, world.objects.land)) ?? '';
const BORDERS_PATH = path(mesh(world, world.objects.countries, (one, other) => one !== other)) ?? '';
const GRATICULE_PATH = path(geoGraticule10()) ?? '';

function positionOf(lat: number, lon: number): [number, number] {
  return projection([lon, lat]) ?? [WIDTH / 2, HEIGHT / 2];
}

function pointAt(x: number, y: number): { lat: number; lon: number } {
  const [lon, lat] = projection.invert!([x, y])!;
  return { lat: Math.min(90, Math.max(-90, lat)), lon: Math.min(180, Math.max(-180, lon)) };
}

const { features: countries } = feature(world, world.objects.countries);

/** Returns the country that contains the point, at the map's coarse resolution. */
function countryAt(lat: number, lon: number): string | undefined {
  return countries.find((country) => geoContains(country, [lon, lat]))?.properties.name;
}

interface MapStation {
  id: string;
  name: string | null;
  lat: number;
  lon: number;
}

interface WorldMapProps {
  /** NaN if the typed coordinate isn't a number. */
  lat: number;
  lon: number;
  /** Marked around the point. */
  stations?: readonly MapStation[];
  onPick: (point: { lat: string; lon: string }) => void;
}

const ZOOMS = [1, 2, 4, 8, 16, 32];
const NO_STATIONS: MapStation[] = [];
const KEYS: Record<string, [lon: number, lat: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Outlines are bundled, so no map service learns the location. A click or the arrow keys select the point. */
export function WorldMap({ lat, lon, stations = NO_STATIONS, onPick }: WorldMapProps) {
  const [chosen, setZoom] = useState<number>();
  const zoom = chosen ?? (stations.length > 0 ? ZOOMS.length - 1 : 0);
  const isPoint = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  const [x, y] = isPoint ? positionOf(lat, lon) : [WIDTH / 2, HEIGHT / 2];
  const scale = ZOOMS[zoom];
  const zoomBy = (step: number) => setZoom(Math.min(ZOOMS.length - 1, Math.max(0, zoom + step)));

  const pick = (event: MouseEvent<SVGSVGElement>) => {
    const inverse = event.currentTarget.getScreenCTM()!.inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
    onPick(rounded(pointAt(at.x, at.y)));
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '-') return zoomBy(event.key === '+' ? 1 : -1);
    const direction = KEYS[event.key];
    if (direction === undefined || !isPoint) return;
    event.preventDefault();
    const stepDegrees = (event.shiftKey ? 10 : 2) / scale;
    onPick(
      rounded({
        lat: Math.min(90, Math.max(-90, lat + direction[1] * stepDegrees)),
        lon: ((lon + direction[0] * stepDegrees + 540) % 360) - 180,
      }),
    );
  };
  return (
    <div className="relative overflow-hidden rounded-t-lg bg-map-sea lg:rounded-tr-none lg:rounded-bl-lg">
      <svg
        viewBox={viewBoxOf(x, y, scale)}
        role="application"
        aria-roledescription="map"
        aria-label={`World map. ${isPoint ? describe(lat, lon) : 'No location selected.'} Use the arrow keys to move the marker, and plus and minus to zoom.`}
        tabIndex={0}
        onClick={pick}
        onKeyDown={move}
        className="block aspect-2/1 w-full cursor-crosshair -outline-offset-2"
      >
        <path d={GRATICULE_PATH} className="fill-none stroke-map-line/30" vectorEffect="non-scaling-stroke" />
        <path d={LAND_PATH} className="fill-map-land stroke-map-line" vectorEffect="non-scaling-stroke" />
        <path d={BORDERS_PATH} className="fill-none stroke-map-line/60" vectorEffect="non-scaling-stroke" />
        {stations.map(({ id, name, ...place }) => {
          const [cx, cy] = positionOf(place.lat, place.lon);
          return (
            <path
              key={id}
              d={SHAPES['chart-6'].mark}
              transform={`translate(${cx} ${cy}) scale(${1.5 / scale})`}
              className="fill-chart-6 stroke-surface"
              strokeWidth={0.7}
            >
              <title>{name ?? id}</title>
            </path>
          );
        })}
        {isPoint && <Marker x={x} y={y} radius={14 / scale} />}
      </svg>
      <div className="absolute top-2 right-2 flex flex-col rounded-md border border-line bg-surface">
        <IconButton name="Zoom in" disabled={zoom === ZOOMS.length - 1} onClick={() => zoomBy(1)}>
          <Plus aria-hidden className="size-4" />
        </IconButton>
        <IconButton name="Zoom out" disabled={zoom === 0} onClick={() => zoomBy(-1)}>
          <Minus aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}

function Marker({ x, y, radius }: { x: number; y: number; radius: number }) {
  return (
    <g className="pointer-events-none">
      <circle cx={x} cy={y} r={radius} className="fill-accent/25" />
      <circle
        cx={x}
        cy={y}
        r={radius / 2.4}
        className="fill-accent stroke-surface"
        strokeWidth={radius / 7}
      />
    </g>
  );
}

/** The visible part of the map: around the point, but never beyond the edges. */
function viewBoxOf(x: number, y: number, scale: number): string {
  const [width, height] = [WIDTH / scale, HEIGHT / scale];
  const left = Math.min(WIDTH - width, Math.max(0, x - width / 2));
  const top = Math.min(HEIGHT - height, Math.max(0, y - height / 2));
  return [left, top, width, height].map((value) => value.toFixed(1)).join(' ');
}

const rounded = ({ lat, lon }: { lat: number; lon: number }) => ({
  lat: lat.toFixed(2),
  lon: lon.toFixed(2),
});

function describe(lat: number, lon: number): string {
  const country = countryAt(lat, lon);
  return `Selected location: ${lat}, ${lon}${country === undefined ? '' : `, ${country}`}.`;
}

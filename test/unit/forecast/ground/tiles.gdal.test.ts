/** @slow */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Configuration } from '../../../../src/core/config/configuration.js';
import { GroundService } from '../../../../src/forecast/ground/ground.service.js';
import { tileName, type TileCorner } from '../../../../src/weather/ground/ground-tile.js';
import { describeWithGdal, gdal } from '../../../support/gdal.js';
import { TileServer } from '../../../support/ground-tiles.js';
import { generator } from '../../../support/random.js';

const ROWS = 1200;
/** Half a step of the codes: 65,535 steps cover at most 9,500 m. */
const HALF_STEP_M = 0.073;

/** Four tiles around a corner where rows have fewer columns to the north, in the forms that GDAL writes. */
const TILES: { corner: TileCorner; columns: number; options: string[]; isOfPoints?: true }[] = [
  {
    corner: { latitude: 50, longitude: 7 },
    columns: 800,
    options: ['COMPRESS=DEFLATE', 'PREDICTOR=YES', 'BLOCKSIZE=1024'],
    // As the tiles of Copernicus.
    isOfPoints: true,
  },
  {
    corner: { latitude: 50, longitude: 8 },
    columns: 800,
    options: ['COMPRESS=DEFLATE', 'PREDICTOR=YES', 'BLOCKSIZE=512'],
  },
  {
    corner: { latitude: 49, longitude: 7 },
    columns: 1200,
    options: ['COMPRESS=LZW', 'PREDICTOR=YES', 'BLOCKSIZE=1024'],
    isOfPoints: true,
  },
  { corner: { latitude: 49, longitude: 8 }, columns: 1200, options: ['COMPRESS=NONE'] },
];

describeWithGdal('the height of the ground, compared with GDAL', () => {
  let directory: string;
  let server: TileServer;
  let ground: GroundService;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'gdal-'));
    server = await TileServer.start();
    for (const tile of TILES) server.add(tile.corner, makeTile(directory, tile));
    ground = new GroundService({
      terrain: { baseUrl: server.url, cacheBytes: 1e9 },
      terrainDirectory: join(directory, 'terrain'),
    } as Configuration);
    const places = TILES.map(({ corner: { latitude, longitude } }) => ({
      latitude: latitude + 0.5,
      longitude: longitude + 0.5,
      source: 'auto',
    }));
    await ground.awaitGround(places, 'key', Infinity);
  });
  afterAll(async () => {
    await ground.onModuleDestroy();
    await server.close();
    rmSync(directory, { recursive: true });
  });

  const fileOf = (corner: TileCorner) => join(directory, `${tileName(corner)}.tif`);

  it('is that of the cell at the center of each', () => {
    const random = generator(3);
    for (const { corner, columns } of TILES) {
      const cells = Array.from({ length: 500 }, () => [
        Math.floor(random() * columns),
        Math.floor(random() * ROWS),
      ]);
      const values = valuesOf(fileOf(corner), cells);
      cells.forEach(([column, row], i) => {
        const latitude = corner.latitude + 1 - row / ROWS;
        const longitude = corner.longitude + column / columns;
        const height = ground.heightAt({ latitude, longitude })!;
        expect(Math.abs(height - values[i])).toBeLessThan(HALF_STEP_M);
      });
    }
  });

  it('is bilinear between the centers, also across the borders of tiles and rows of another length', () => {
    const random = generator(4);
    const places = Array.from({ length: 400 }, (_, n) => {
      // Half of them are within two cells of the corner where four tiles meet.
      const within = n % 2 === 0 ? 0.0016 : 0.9;
      return [50, 8].map((degrees) => degrees + (random() - 0.5) * 2 * within);
    });
    const expected = bilinear(fileOf, places);
    places.forEach(([latitude, longitude], i) => {
      const height = ground.heightAt({ latitude, longitude })!;
      expect(Math.abs(height - expected[i])).toBeLessThan(HALF_STEP_M);
    });
  });

  it('is read without the overviews', () => {
    for (const { corner } of TILES) {
      const whole = readFileSync(fileOf(corner)).length;
      const asked = server.requests
        .filter(({ path }) => path.includes(tileName(corner).replace(/^(N\d\d)/, '$1_00_')))
        .map(({ range }) => /(\d+)-(\d+)/.exec(range!)!)
        .reduce((sum, [, first, last]) => sum + Number(last) - Number(first) + 1, 0);
      expect(asked).toBeLessThan(0.9 * whole);
    }
  });
});

/** Makes a tile of hills as GDAL's driver of Cloud Optimized GeoTIFF writes it. */
function makeTile(
  directory: string,
  { corner, columns, options, isOfPoints }: (typeof TILES)[number],
): Buffer {
  const values = new Float32Array(ROWS * columns);
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < columns; column++) {
      const [y, x] = [corner.latitude + 1 - row / ROWS, corner.longitude + column / columns];
      values[row * columns + column] =
        1500 * Math.sin(9 * x) * Math.cos(7 * y) + 400 * Math.sin(900 * x * y) + 1400;
    }
  const name = join(directory, tileName(corner));
  writeFileSync(`${name}.raw`, values);
  const [width, height] = [1 / columns, 1 / ROWS];
  const transform = [corner.longitude - width / 2, width, 0, corner.latitude + 1 + height / 2, 0, -height];
  writeFileSync(
    `${name}.vrt`,
    `<VRTDataset rasterXSize="${columns}" rasterYSize="${ROWS}"><SRS>EPSG:4326</SRS>
      <Metadata><MDI key="AREA_OR_POINT">${isOfPoints ? 'Point' : 'Area'}</MDI></Metadata>
      <GeoTransform>${transform.join(',')}</GeoTransform>
      <VRTRasterBand dataType="Float32" band="1" subClass="VRTRawRasterBand">
        <SourceFilename relativetoVRT="1">${tileName(corner)}.raw</SourceFilename><ImageOffset>0</ImageOffset>
        <PixelOffset>4</PixelOffset><LineOffset>${4 * columns}</LineOffset><ByteOrder>LSB</ByteOrder>
      </VRTRasterBand></VRTDataset>`,
  );
  const settings = options.flatMap((option) => ['-co', option]);
  gdal('gdal_translate', [
    '-q',
    '-of',
    'COG',
    '-co',
    'OVERVIEWS=AUTO',
    ...settings,
    `${name}.vrt`,
    `${name}.tif`,
  ]);
  return readFileSync(`${name}.tif`);
}

/** Reads cells, by column and row, with `gdallocationinfo`. */
function valuesOf(file: string, cells: readonly (readonly number[])[]): number[] {
  const text = gdal('gdallocationinfo', ['-valonly', file], cells.map((cell) => cell.join(' ')).join('\n'));
  return text.trim().split('\n').map(Number);
}

/** Interpolates between the four cells around each place, read from the files that have them, by hand. */
function bilinear(fileOf: (corner: TileCorner) => string, places: readonly number[][]): number[] {
  const cells = places.flatMap((place) => cornersOf(place).cells);
  const values = new Map<string, number>();
  for (const [file, ofFile] of Map.groupBy(cells, ({ corner }) => fileOf(corner))) {
    const read = valuesOf(
      file,
      ofFile.map(({ column, row }) => [column, row]),
    );
    ofFile.forEach((cell, i) => values.set(JSON.stringify(cell), read[i]));
  }
  return places.map((place) => {
    const { across, down, cells: around } = cornersOf(place);
    const [northWest, northEast, southWest, southEast] = around.map((cell) =>
      values.get(JSON.stringify(cell))!,
    );
    const north = northWest + across[0] * (northEast - northWest);
    const south = southWest + across[1] * (southEast - southWest);
    return north + down * (south - north);
  });
}

/** The cells around a place from north-west to south-east, and its distance from the first ones, in cells. */
function cornersOf([latitude, longitude]: readonly number[]) {
  // Rows are numbered from 51° N southwards, and columns from 7° E eastwards.
  const position = (51 - latitude) * ROWS;
  const rows = [Math.floor(position), Math.floor(position) + 1].map((row) => {
    const columns = row < ROWS ? 800 : 1200;
    const across = (longitude - 7) * columns;
    const cells = [Math.floor(across), Math.floor(across) + 1].map((column) => ({
      corner: { latitude: row < ROWS ? 50 : 49, longitude: column < columns ? 7 : 8 },
      column: column % columns,
      row: row % ROWS,
    }));
    return { share: across - Math.floor(across), cells };
  });
  return {
    across: rows.map(({ share }) => share),
    down: position - Math.floor(position),
    cells: rows.flatMap(({ cells }) => cells),
  };
}

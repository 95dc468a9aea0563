/** @slow */
import { readFileSync, rmSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ownGazetteer } from '../../../../src/forecast/places/own-gazetteer.js';
import {
  GEONAMES_PACKAGES,
  makeGazetteer,
  readPlaces,
} from '../../../fixtures/gazetteer/gazetteer-of-geonames.js';
import { describeWithRegistry } from '../../../support/describe-with-registry.js';
import { installPackages } from '../../../support/install-packages.js';

describeWithRegistry('compared with GeoNames', () => {
  let folder: string;
  beforeAll(() => {
    folder = installPackages(GEONAMES_PACKAGES);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the data file is what the script generates from the packages', () => {
    const file = readFileSync(new URL('../../../../src/forecast/places/places.bin.zst', import.meta.url));
    expect(makeGazetteer(folder).equals(zstdDecompressSync(file))).toBe(true);
  });

  it('finds the 2,000 largest places by name and country', () => {
    const gazetteer = ownGazetteer();
    const gone = ['PPLQ', 'PPLH', 'PPLW', 'PPLCH'];
    const largest = readPlaces(folder)
      .filter(({ featureCode }) => !gone.includes(featureCode))
      .toSorted((a, b) => b.population - a.population)
      .slice(0, 2000);
    for (const { geonameId, names, countryCode } of largest) {
      const ids = gazetteer.find(`${names[0].replaceAll(',', ' ')}, ${countryCode}`, 100).map(({ id }) => id);
      expect(ids).toContain(`plc_${geonameId}`);
    }
  });
});

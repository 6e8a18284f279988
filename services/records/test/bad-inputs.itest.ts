/** Files and boundaries that are wrong, through the service (issue 40): a sentence each, nothing half taken. */
import { gzipSync, strToU8, zipSync } from 'fflate';
import type { DataSetVersion } from '@symbio/proto/records';
import { frs, recordsSystem } from './system.js';

const GOOD = frs({ id: 1, name: 'GOOD', interest: 'SQG', latitude: '40.7125' });
const HEADER = GOOD.split('\n')[0] ?? '';
const rowOf = (id: number, name: string, latitude: string, longitude: string, state = 'NY'): string =>
  `${id},${name},${id} Kent Ave,BROOKLYN,${state},11211,,SQG,${latitude},${longitude},30,GPS,NAD83`;

let system: Awaited<ReturnType<typeof recordsSystem>>;
beforeAll(async () => {
  system = await recordsSystem();
  await system.search(GOOD);
});
afterAll(() => system.stop());

const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => rowOf(at + 2, 'TAKEN', '40.7125', '-73.958')).join('\n');
const imported = async (content: string | Uint8Array): Promise<DataSetVersion> => {
  await system.add(content);
  return system.newestVersion();
};
const names = async (): Promise<string[]> => (await system.hits()).map(({ name }) => name);
const searched = async (): Promise<string[]> => {
  await system.searchAgain();
  return names();
};

describe('a file that is refused', () => {
  const bomb = zipSync({ 'a.csv': strToU8(`${HEADER}\n${`${'A'.repeat(10_000)}\n`.repeat(4_000)}`) }, { level: 9 });
  const packed = gzipSync(strToU8(`${HEADER}\n${rows(15_000)}`));
  const cut = packed.subarray(0, Math.floor(packed.length * 0.9));
  const open = `${HEADER}\n${rows(12_000)}\n"OPEN,`;
  it.each([
    ['a zip bomb', bomb, 'The zip unpacks to more than 200 times its size, so it was not read. Send the list itself.'],
    ['a quote that is opened in a late row', open, 'A quote is opened in row 12,001 and never closed.'],
    ['a database', Buffer.from('a\0\0b'), 'Databases and shapefiles cannot be read. Save the list as CSV or GeoJSON.'],
    ['a gzip file that is cut off after 12,000 rows', cut, 'The gzip file is cut off. Download it again.'],
    ['rows of which none can be taken', `${HEADER}\n,,,\n`, 'No row of the file could be taken. Check the columns.'],
  ])('for %s has a sentence, and the edition before it is searched', async (_name, file, sentence) => {
    expect(await imported(file)).toMatchObject({ state: 'failed', problem: sentence, taken: 0, lists: {} });
    expect(await searched()).toEqual(['GOOD']);
  });
});

describe('places of a file', () => {
  it('are turned if they are exchanged, and none if they are zero, each counted', async () => {
    const exchanged = [rowOf(2, 'SWAPPED', '-73.958', '40.7125'), rowOf(3, 'ZERO', '0', '0')];
    expect(await imported([HEADER, ...exchanged].join('\n'))).toMatchObject({
      state: 'ready',
      mended: { swapped: 1 },
      qualities: { exact: 1, none: 1 },
    });
    await system.searchAgain();
    const certainties = (await system.hits()).map(({ name, certainty }) => [name, certainty]);
    expect(certainties).toEqual([
      ['SWAPPED', 'beyond'],
      ['ZERO', 'orphan'],
    ]);
  });

  it('are not needed: a list without them has only unplaced records', async () => {
    const header = 'Spill Number,Program Facility Name,Street 1,Locality,ZIP Code,Spill Date,Close Date';
    expect(await imported(`${header}\n7,SPILL,7 Kent Ave,BROOKLYN,11211,2020-01-01,`)).toMatchObject({
      state: 'ready',
      qualities: { none: 1 },
      lists: { SPILLS: 1 },
    });
  });
});

describe('two editions at once', () => {
  it('are refused until the first one is imported', async () => {
    await system.add(`${HEADER}\n${rows(12_000)}`);
    await expect(system.add(GOOD)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'import_running' });
    expect(await system.newestVersion()).toMatchObject({ state: 'ready', taken: 12_000 });
    expect(await imported(GOOD)).toMatchObject({ state: 'ready' });
    expect(await searched()).toEqual(['GOOD']);
  });
});

// a boundary that crosses it is refused by the project service
describe('a boundary beside the antimeridian', () => {
  it('finds records on both sides of it', async () => {
    const [west, east] = [179.995, 179.999];
    system.rings.splice(0, Infinity, [west, 52, east, 52, east, 52.002, west, 52.002, west, 52]);
    const both = [rowOf(8, 'WEST', '52.001', '179.992', 'AK'), rowOf(9, 'EAST', '52.001', '-179.998', 'AK')];
    await imported([HEADER, ...both].join('\n'));
    await system.searchAgain();
    const hits = await system.hits();
    expect(hits.map(({ name, direction }) => [name, direction]).sort()).toEqual([
      ['EAST', 'E'],
      ['WEST', 'W'],
    ]);
    for (const { distanceM } of hits) expect(distanceM).toBeCloseTo(205.9, 0);
  });
});

import { headerHash, importList, unknownHeader, type ImportProgress } from './import-list.js';
import { knownFormat, mappedFormat } from './formats.js';
import { readList } from './read-list.js';
import type { SiteRecord } from './record.js';

const FRS = [
  'REGISTRY_ID,PRIMARY_NAME,LOCATION_ADDRESS,CITY_NAME,STATE_CODE,POSTAL_CODE,PGM_SYS_ACRNMS,INTEREST_TYPES,LATITUDE83,LONGITUDE83,ACCURACY_VALUE,COLLECT_DESC,HDATUM_DESC',
  '1,ACME PLATING,1 Main St,BROOKLYN,NY,11211,"RCRAINFO:NYD1, TRIS:1","LQG, TRI REPORTER",40.71,-73.95,30,ADDRESS MATCHING-HOUSE NUMBER,NAD83',
  '2,SWAPPED,2 Main St,BROOKLYN,NY,11211,,SQG,-73.95,40.71,30,GPS,NAD83',
  '3,CENTROID,3 Main St,BROOKLYN,NY,11211,,SUPERFUND NPL,40.71,-73.95,11000,ZIP CODE-CENTROID,NAD83',
  '1,TWICE,1 Main St,BROOKLYN,NY,11211,,LQG,40.71,-73.95,,,',
  'short,row',
  ',,,,,,,,,,,,',
].join('\n');

async function* chunks(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

async function imported(text: string, from?: ImportProgress) {
  const table = await readList(chunks(text));
  const format = knownFormat(table.header) ?? mappedFormat({ id: 'Key', name: 'Title' }, ['LUST']);
  const stored: SiteRecord[] = [];
  const seen = new Set<string>();
  const reports: ImportProgress[] = [];
  const kept: [before: number, rows: number][] = [];
  const progress = await importList({
    ...{ table, format, ...(from && { from }) },
    store: (records) => {
      const repeated = records.filter(({ id }) => seen.has(id) || !seen.add(id));
      stored.push(...records.filter((record) => !repeated.includes(record)));
      return Promise.resolve(repeated.map(({ row }) => row));
    },
    keep: (rowsBefore, rows) => {
      kept.push([rowsBefore, rows.length]);
      return Promise.resolve();
    },
    report: (each) => {
      reports.push(structuredClone(each));
      return Promise.resolve();
    },
  });
  return { format, progress, stored, reports, kept };
}

describe('an import', () => {
  it('takes rows of a known format, and counts the others by reason with examples', async () => {
    const { format, progress, stored } = await imported(FRS);
    expect(format.key).toBe('epa-frs');
    expect(stored.map(({ id, lists, quality, mended }) => ({ id, lists, quality, mended }))).toEqual([
      { id: '1', lists: ['RCRA-LQG', 'TRI'], quality: 'exact', mended: [] },
      { id: '2', lists: ['RCRA-SQG'], quality: 'exact', mended: ['swapped'] },
      { id: '3', lists: ['NPL'], quality: 'area', mended: [] },
    ]);
    expect(stored[1]).toMatchObject({ longitude: -73.95, latitude: 40.71 });
    expect(stored[0]?.programIds).toEqual(['RCRAINFO:NYD1', 'TRIS:1']);
    expect(progress).toMatchObject({
      ...{ rows: 6, taken: 3, refused: { repeated: 1, width: 1, empty: 1 }, mended: { swapped: 1 } },
      lists: { 'RCRA-LQG': 1, TRI: 1, 'RCRA-SQG': 1, NPL: 1 },
      qualities: { exact: 2, area: 1 },
    });
    expect(progress.examples).toContainEqual({ reason: 'repeated', row: 4, text: '1 TWICE' });
  });

  it('continues after the row where it stopped, with the counts so far', async () => {
    const { progress, stored } = await imported(FRS, {
      ...{ rows: 2, taken: 2, refused: {}, examples: [], qualities: { exact: 2 }, mended: { swapped: 1 } },
      lists: { 'RCRA-LQG': 1, TRI: 1, 'RCRA-SQG': 1 },
    });
    expect(stored.map(({ row }) => row)).toEqual([3, 4]);
    expect(progress).toMatchObject({ rows: 6, taken: 4 });
  });

  it('reads columns that a person named', async () => {
    const { stored } = await imported('Key,Title\nA7,Corner station\n');
    expect(stored).toMatchObject([{ id: 'A7', name: 'Corner station', lists: ['LUST'], quality: 'none' }]);
  });

  it('keeps every row as the file has it, and knows violations of ECHO', async () => {
    const header = 'REGISTRY_ID,FAC_NAME,FAC_LAT,FAC_LONG,RCRA_FLAG,RCRA_COMPLIANCE_STATUS';
    const { stored, kept } = await imported(
      [header, '1,A,40.7,-73.9,Y,No Violation Identified', '2,B,40.7,-73.9,Y,Significant Noncompliance', '3'].join(
        '\n',
      ),
    );
    expect(stored.map(({ violations }) => violations)).toEqual(['none', 'found']);
    expect(kept).toEqual([[0, 3]]);
  });

  it('fails without a row that could be taken', async () => {
    await expect(imported('Key,Title\n,\n')).rejects.toThrow('No row of the file could be taken.');
  });

  it('fails without rows, and below a title (issue 40)', async () => {
    await expect(imported('Key,Title\n')).rejects.toThrow('The file has a header, but no rows.');
    const unknown = async (text: string) => unknownHeader(await readList(chunks(text)));
    await expect(unknown('Site,Place\n')).rejects.toThrow('The file has a header, but no rows.');
    await expect(unknown('Tanks of 2026\nKey,Caption,Place\n1,2,3\n')).rejects.toThrow(
      'The first line is no header: it has one column, and the rows have 3. Delete the lines above the header.',
    );
  });

  it('proposes the columns of an unknown header', async () => {
    const text = 'LOCNAME,LOCSTR,FAC_ZIP5,DDLat,GIS_LONG,PI_NUMBER\na,b,c,1,2,3\n';
    const { proposed, headerHash: hash, sample } = await unknownHeader(await readList(chunks(text)));
    expect(proposed).toEqual({
      ...{ name: 'LOCNAME', address: 'LOCSTR', zip: 'FAC_ZIP5', latitude: 'DDLat', longitude: 'GIS_LONG' },
      id: 'PI_NUMBER',
    });
    expect(sample).toEqual([['a', 'b', 'c', '1', '2', '3']]);
    expect(hash).toBe(headerHash(['locname', 'Locstr', 'FAC ZIP5', 'ddlat', 'GIS LONG', 'PI NUMBER']));
  });
});

describe('a format', () => {
  it.each([
    ['epa-echo', 'REGISTRY_ID,FAC_NAME,FAC_STREET,FAC_LAT,FAC_LONG,RCRA_FLAG'],
    ['epa-rcra', 'ID_NUMBER,FACILITY_NAME,STREET_ADDRESS,FED_WASTE_GENERATOR'],
    ['epa-sems', 'SITE_NAME,EPA_ID,NPL_STATUS_CODE'],
    ['epa-ust-finder-facilities', 'Facility_ID,Name,Open_USTs,Closed_USTs,TOS_USTs'],
    ['epa-ust-finder-releases', 'Facility_ID,LUST_ID,Name,Reported_Date,Status,Substance'],
    ['epa-tri', '1. YEAR,2. TRIFD,3. FRS ID,4. FACILITY NAME,5. STREET ADDRESS,12. LATITUDE'],
    ['epa-acres', 'PROPERTY_ID,PROPERTY_NAME,ADDRESS1'],
    ['erns', 'SEQNOS,INCIDENT_DATE_TIME,LOCATION_STREET1'],
    ['ca-geotracker', 'GLOBAL_ID,BUSINESS_NAME,CASE_TYPE,STATUS,LATITUDE,LONGITUDE'],
    ['ca-cers-ust', 'CERS ID,Facility Name,Latitude_Measure,Longitude Measure'],
    ['ny-spills', 'Spill Number,Program Facility Name,Street 1,Locality,Spill Date'],
    ['tx-lpst', 'LPST_ID,SITE_NAME,PHYS_ADDR,CITY'],
    ['pa-tank-incidents', 'FACILITY_ID,INCIDENT_ID,INCIDENT_TYPE,STATUS_DESCRIPTION,HOR_REF_DATUM'],
  ])('%s is recognised by its header', (key, header) => {
    expect(knownFormat(header.split(','))?.key).toBe(key);
  });
});

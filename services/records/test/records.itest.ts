/** The records service on real MongoDB and NATS. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { newId } from '@symbio/runtime';
import { administrator, eventually, person } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents } from '@symbio/events/testing';
import { Project, PropertyMap, ProjectServiceService } from '@symbio/proto/project';
import { RecordsServiceService, type DataSet, type DataSetVersion } from '@symbio/proto/records';
import { start } from '../src/start.js';

const admin = administrator({ name: 'Ada Admin' });
const editor = person({ name: 'Edgar Editor' });
const viewer = person({ name: 'Vera Viewer' });
const projectId = newId();
const RING = [-73.96, 40.71, -73.957, 40.71, -73.957, 40.712, -73.96, 40.712, -73.96, 40.71];
let ring: number[] = [];

const COLUMNS =
  'REGISTRY_ID,PRIMARY_NAME,LOCATION_ADDRESS,CITY_NAME,STATE_CODE,POSTAL_CODE,PGM_SYS_ACRNMS,INTEREST_TYPES,LATITUDE83,LONGITUDE83,ACCURACY_VALUE,COLLECT_DESC,HDATUM_DESC';
const row = (id: number, name: string, interest: string, latitude: string, longitude = '-73.958') =>
  `${id},${name},${id} Kent Ave,BROOKLYN,NY,11211,,${interest},${latitude},${longitude},30,GPS,NAD83`;
const FIRST = [
  COLUMNS,
  row(1, 'ON THE PROPERTY', 'LQG', '40.711'),
  row(2, 'HALF A MILE', 'BROWNFIELDS PROPERTY', '40.7185'),
  row(3, 'TOO FAR', 'BROWNFIELDS PROPERTY', '40.7195'),
  row(4, 'ONE MILE', 'SUPERFUND NPL', '40.7255'),
  row(5, 'NOWHERE', 'SUPERFUND NPL', '', ''),
  'broken,row',
].join('\n');

let service: Awaited<ReturnType<typeof start>>;
let api: ReturnType<typeof testClient<typeof RecordsServiceService>>;
let stops: (() => unknown)[] = [];
let blobDir: string;
let events: Awaited<ReturnType<typeof testEvents>>;

beforeAll(async () => {
  blobDir = mkdtempSync(path.join(tmpdir(), 'symbio-records-'));
  const projects = await fakeService(ProjectServiceService, {
    checkAccess: ({ projectIds }, { actor }) => {
      const role = actor.sub === editor.sub ? 'editor' : actor.sub === viewer.sub ? 'viewer' : '';
      const known = projectIds.filter((id) => id === projectId && role !== '');
      return Promise.resolve({ roles: Object.fromEntries(known.map((id) => [id, role])) });
    },
    getProject: () =>
      Promise.resolve({
        project: Project.fromPartial({ propertyZip: '11211', propertyAddress: '7 Kent Avenue', propertyState: 'NY' }),
      }),
    getPropertyMap: () =>
      Promise.resolve({
        propertyMap: PropertyMap.fromPartial(
          ring.length > 0 ? { boundary: { parts: [{ rings: [{ degrees: ring }] }] } } : {},
        ),
      }),
  });
  const config = {
    ...testConfig('records'),
    SYMBIO_PROJECT_ADDR: projects.address,
    // not called
    SYMBIO_FEATURE_ADDR: projects.address,
    SYMBIO_DOCUMENT_ADDR: projects.address,
    BLOB_URL: pathToFileURL(blobDir).href,
    FILES_SECRET: 'a-secret-only-for-files-in-tests',
  };
  events = await testEvents(config, 'records');
  service = await start(config, undefined, 3_600_000);
  api = testClient(RecordsServiceService, service.address);
  stops = [() => api.close(), () => service.stop(), () => projects.close(), () => events.close()];
});

afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(blobDir, { recursive: true, force: true });
});

async function* messages(dataSetId: string, text: string, id = newId()) {
  const header = { id, dataSetId, agencyDate: '2026-11-01', fileName: 'list.csv' };
  yield await Promise.resolve({ part: { $case: 'header' as const, value: header } });
  yield { part: { $case: 'chunk' as const, value: Buffer.from(text) } };
}

async function newDataSet(name: string): Promise<string> {
  const request = { id: newId(), name, agency: 'EPA', sourceUrl: '', licence: 'Public domain' };
  return (await api.client.createDataSet(request, await callAs(admin))).dataSet?.id ?? '';
}

const dataSet = async (id: string): Promise<DataSet | undefined> =>
  (await api.client.getDataSet({ id }, await callAs(viewer))).dataSet;

/** The newest version, once its import has ended. */
async function imported(id: string, text: string): Promise<DataSetVersion> {
  await api.client.addVersion(messages(id, text), await callAs(admin));
  let version: DataSetVersion | undefined;
  await eventually(async () => {
    version = (await dataSet(id))?.versions[0];
    expect(version?.state).not.toBe('importing');
  });
  if (!version) throw new Error('no version');
  return version;
}

const search = async () => (await api.client.searchRecords({ id: newId(), projectId }, await callAs(editor))).search;
const hits = async (more = {}) => (await api.client.listHits({ projectId, ...more }, await callAs(viewer))).hits;

describe('agency lists and searches', () => {
  let id: string;

  it('are imported with rows taken and refused, and the file is removed', async () => {
    id = await newDataSet('EPA FRS');
    const version = await imported(id, FIRST);
    expect(version).toMatchObject({
      ...{ state: 'ready', format: 'epa-frs', rows: 6, taken: 5, refused: { width: 1 }, agencyDate: '2026-11-01' },
      lists: { NPL: 2, BROWNFIELD: 2, 'RCRA-LQG': 1 },
      qualities: { exact: 4, none: 1 },
    });
    expect((await dataSet(id))?.currentVersionId).toBe(version.id);
    expect(readdirSync(blobDir, { recursive: true }).filter((name) => String(name).endsWith('list'))).toEqual([]);
  });

  it('are refused to all but administrators', async () => {
    await expect(api.client.createDataSet({ id: newId(), name: 'x' }, await callAs(editor))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  it('are not searched without a boundary', async () => {
    await expect(search()).rejects.toMatchObject({ reason: 'no_boundary' });
  });

  it('find each record within its list’s distance of the nearest edge, and orphans of the property’s street', async () => {
    ring = RING;
    const found = await search();
    const count = (list: string) => found?.counts.find((each) => each.list === list);
    expect(count('NPL')).toMatchObject({ within: 1, on: 0, orphans: 1, isLoaded: true, distanceM: 1_609.344 });
    expect(count('BROWNFIELD')).toMatchObject({ within: 1, undecided: 1 });
    expect(count('RCRA-LQG')).toMatchObject({ on: 1, within: 1, beyond: 0 });
    expect(count('LUST')).toMatchObject({ within: 0, isLoaded: false });
    expect(count('TRI')).toBeUndefined();
    expect(found).toMatchObject({ number: 1, appeared: 4, vanished: 0, isOutdated: false });
    expect((await hits()).map(({ name, direction, certainty }) => [name, direction, certainty])).toEqual([
      ['ON THE PROPERTY', '', 'within'],
      ['HALF A MILE', 'N', 'within'],
      ['ONE MILE', 'N', 'within'],
      ['NOWHERE', '', 'orphan'],
    ]);
    await eventually(() => expect(events.published.map(({ name }) => name)).toContain('record_search.created'));
  });

  it('differ after another version, which makes the search outdated', async () => {
    const without = FIRST.split('\n').filter((line) => !line.startsWith('2,'));
    await imported(id, [...without, row(6, 'NEW', 'SUPERFUND NPL', '40.7125')].join('\n'));
    const { searches } = await api.client.listSearches({ projectId }, await callAs(viewer));
    expect(searches.map(({ isOutdated }) => isOutdated)).toEqual([true]);
    expect(await search()).toMatchObject({ number: 2, appeared: 1, vanished: 1, isOutdated: false });
    expect((await hits({ change: 'appeared' })).map(({ name }) => name)).toEqual(['NEW']);
    expect((await hits({ change: 'vanished' })).map(({ name }) => name)).toEqual(['HALF A MILE']);
  });

  it('keep the current version when a file cannot be read', async () => {
    const before = (await dataSet(id))?.currentVersionId;
    expect(await imported(id, `${COLUMNS}\n1,"never closed\n`)).toMatchObject({
      state: 'failed',
      problem: 'A quote is opened in row 1 and never closed.',
    });
    expect((await dataSet(id))?.currentVersionId).toBe(before);
  });

  it('have columns that a person names once', async () => {
    const own = await newDataSet('State tanks');
    const text = 'Key,Caption,Lat,Long\n1,Corner station,40.711,-73.958\n';
    const version = await imported(own, text);
    expect(version).toMatchObject({
      state: 'unknown_columns',
      unknown: {
        proposed: { latitude: 'Lat', longitude: 'Long' },
        sample: [{ values: ['1', 'Corner station', '40.711', '-73.958'] }],
      },
    });
    const columns = { id: 'Key', name: 'Caption', latitude: 'Lat', longitude: 'Long' };
    const request = { dataSetId: own, versionId: version.id, columns, lists: ['LUST'] };
    await expect(
      api.client.nameColumns({ ...request, columns: { name: 'None' } }, await callAs(admin)),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await api.client.nameColumns(request, await callAs(admin));
    await eventually(async () => expect((await dataSet(own))?.versions[0]?.state).toBe('ready'));
    expect(await imported(own, text)).toMatchObject({ state: 'ready', format: 'mapped', lists: { LUST: 1 } });
    await api.client.deleteDataSet({ id: own }, await callAs(admin));
    await expect(dataSet(own)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('have distances of the project, with a reason where they are shorter', async () => {
    const distance = {
      list: 'NPL',
      kind: 'miles',
      miles: 0.5,
      reason: '',
      title: '',
      defaultKind: '',
      defaultMiles: 0,
    };
    const save = async (given: object) =>
      api.client.saveSearchDistances({ projectId, distances: [{ ...distance, ...given }] }, await callAs(editor));
    await expect(save({})).rejects.toThrow('A distance of NPL shorter than the default needs a reason.');
    await save({ reason: 'Groundwater flows away.' });
    const found = await search();
    expect(found?.counts.find(({ list }) => list === 'NPL')).toMatchObject({ within: 1, distanceM: 804.672 });
  });

  it('have distances that a person confirms, until the table changes (REC-11)', async () => {
    const get = async () => api.client.getSearchDistances({ projectId }, await callAs(editor));
    const { confirmation, tableHash } = await get();
    expect(confirmation).toBeUndefined();
    const confirm = async (hash: string) =>
      api.client.confirmSearchDistances({ projectId, tableHash: hash }, await callAs(editor));
    await expect(confirm('another')).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await confirm(tableHash)).confirmation).toMatchObject({ byName: editor.name, isOutdated: false });
    const saved = await api.client.saveSearchDistances({ projectId, distances: [] }, await callAs(editor));
    expect(saved.confirmation).toMatchObject({ byName: editor.name, isOutdated: true });
  });

  it('are found in a box, also across the antimeridian', async () => {
    const inBox = async (...bbox: number[]) =>
      (await api.client.listHits({ projectId, bbox }, await callAs(editor))).hits.filter(
        ({ longitude }) => longitude !== undefined,
      ).length;
    const all = await inBox();
    expect(all).toBeGreaterThan(0);
    expect(await inBox(-74, 40, -73, 41)).toBe(all);
    expect(await inBox(170, 40, -73, 41)).toBe(all);
    expect(await inBox(-73, 40, -72, 41)).toBe(0);
    await expect(inBox(1, 2)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('are hidden from others', async () => {
    await expect(
      api.client.listHits({ projectId }, await callAs(person({ name: 'Stig Stranger' }))),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

/** Files of lists in parts (issue 40): a broken connection or another session continues after the last byte. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@symbio/runtime';
import { administrator } from '@symbio/runtime/testing';
import { admin, editor, frs, recordsSystem } from './system.js';

const GOOD = { id: 1, name: 'GOOD', interest: 'SQG', latitude: '40.7125' };
const FILE = Buffer.from(
  frs(...Array.from({ length: 20_000 }, (_, at) => ({ ...GOOD, id: at + 2, name: 'FAR', latitude: '41.5' })), GOOD),
);
const HALF = 700_000;
const sha256 = createHash('sha256').update(FILE).digest('hex');

let system: Awaited<ReturnType<typeof recordsSystem>>;
beforeAll(async () => {
  system = await recordsSystem();
});
afterAll(() => system.stop());

async function* part(id: string, offset: number, bytes: Buffer, isCut = false, dataSetId = system.dataSetId) {
  const header = { id, dataSetId, offset };
  yield await Promise.resolve({ part: { $case: 'header' as const, value: header } });
  for (let from = 0; from < bytes.length; from += 100_000)
    yield { part: { $case: 'chunk' as const, value: bytes.subarray(from, from + 100_000) } };
  if (isCut) throw new Error('the connection broke');
}
const target = (id: string) => ({ id, dataSetId: system.dataSetId });
const facts = { agencyDate: '2026-11-01', fileName: 'list.csv', size: FILE.length, sha256 };
const offsetOf = async (id: string, by = admin) =>
  (await system.client.getListUpload(target(id), await system.as(by))).offset;
const partsFolder = (id: string): string =>
  path.join(fileURLToPath(system.config.BLOB_URL), 'list-uploads', system.dataSetId, id);

describe('a file of a list in parts', () => {
  it('continues after a broken connection, and is imported as the whole file', async () => {
    const { client } = system;
    const id = newId();
    const by = await system.as(admin);
    expect(await client.uploadListPart(part(id, 0, FILE.subarray(0, HALF)), by)).toEqual({ offset: HALF });
    await expect(client.uploadListPart(part(id, HALF, FILE.subarray(HALF), true), by)).rejects.toThrow();
    // another session, as after a reload
    expect(await offsetOf(id)).toBe(HALF);
    await expect(client.finishListUpload({ ...target(id), ...facts }, by)).rejects.toMatchObject({
      reason: 'upload_offset',
    });
    expect(await client.uploadListPart(part(id, HALF, FILE.subarray(HALF)), by)).toEqual({ offset: FILE.length });
    await client.finishListUpload({ ...target(id), ...facts }, by);
    expect(await system.newestVersion()).toMatchObject({
      ...{ id, state: 'ready', sha256, bytes: FILE.length, rows: 20_001, taken: 20_001, agencyDate: '2026-11-01' },
    });
    expect(existsSync(partsFolder(id))).toBe(false);
    // a retry after a lost response
    const { dataSet } = await client.finishListUpload({ ...target(id), ...facts }, await system.as(admin));
    expect(dataSet?.versions).toHaveLength(1);
    expect(await offsetOf(id)).toBe(FILE.length);
    await system.searchAgain();
    expect((await system.hits()).map(({ name }) => name)).toEqual(['GOOD']);
  });

  it('belongs to the administrator who began it', async () => {
    const id = newId();
    await system.client.uploadListPart(part(id, 0, FILE.subarray(0, HALF)), await system.as(admin));
    await expect(offsetOf(id, administrator())).rejects.toMatchObject({ message: 'Upload not found' });
    await expect(offsetOf(id, editor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await system.client.discardListUpload(target(id), await system.as(admin));
    expect(await offsetOf(id)).toBe(0);
  });

  it('that changed between its parts is refused, and starts again', async () => {
    const id = newId();
    const by = await system.as(admin);
    await system.client.uploadListPart(part(id, 0, FILE.subarray(0, HALF)), by);
    await system.client.uploadListPart(part(id, HALF, Buffer.alloc(FILE.length - HALF, 'x')), by);
    await expect(system.client.finishListUpload({ ...target(id), ...facts }, by)).rejects.toMatchObject({
      reason: 'upload_differs',
      message: 'The file was changed while it was uploaded. Please upload it again.',
    });
    expect(await offsetOf(id)).toBe(0);
    expect(await system.newestVersion()).toMatchObject({ state: 'ready' });
  });

  it('does not take the id of a version of another list', async () => {
    const { client } = system;
    const by = await system.as(admin);
    const taken = (await system.newestVersion())?.id ?? '';
    const values = { name: 'Tanks', agency: 'DEC', sourceUrl: '', licence: '' };
    const { dataSet } = await client.createDataSet({ id: newId(), ...values }, by);
    const other = { id: taken, dataSetId: dataSet?.id ?? '' };
    await client.uploadListPart(part(taken, 0, FILE, false, other.dataSetId), by);
    await expect(client.finishListUpload({ ...other, ...facts }, by)).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it('is refused with its first part if it is a database', async () => {
    const database = Buffer.from([0, 1, 0, 0, ...Buffer.from('Standard Jet DB')]);
    await expect(
      system.client.uploadListPart(part(newId(), 0, database), await system.as(admin)),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Databases and shapefiles cannot be read. Save the list as CSV or GeoJSON.',
    });
  });
});

/** Radius reports of vendors, on real MongoDB and NATS (design of records, section 4). */
import { radiusReportPages, wordsOfReport } from '@symbio/fixtures/radius-reports/report';
import { eventually } from '@symbio/runtime/testing';
import type { RecordHit } from '@symbio/proto/records';
import { agent, editor, frs, recordsSystem, viewer } from './system.js';

const NEAR = { id: 3, name: 'QUARTER MILE', interest: 'SQG', latitude: '40.7145' };

let system: Awaited<ReturnType<typeof recordsSystem>>;
beforeAll(async () => {
  system = await recordsSystem();
  await system.search(frs(NEAR));
});
afterAll(() => system.stop());

const made = radiusReportPages(1, 'mapped', { sites: 12, orphans: 2 });
const rowsOf = (hits: readonly RecordHit[]): RecordHit[] => hits.filter(({ source }) => source);
const pairs = made.sites.reduce((sum, { lists }) => sum + lists.length, 0);
const request = () => ({ documentId: system.documentId });
const propose = async (actor = editor) =>
  (await system.client.proposeRadiusReport(request(), await system.as(actor))).report;
const confirm = async (lists: string[] = [], actor = editor) =>
  (await system.client.confirmRadiusReport({ ...request(), lists }, await system.as(actor))).report;
const undo = async () => (await system.client.undoRadiusReport(request(), await system.as(editor))).report;

function show(pages = wordsOfReport(made)): void {
  system.reportPages.splice(0, Infinity, ...pages);
}

describe('a radius report', () => {
  it('says which pages have no text yet', async () => {
    show([[], []]);
    expect((await propose())?.doubts).toContain('2 of 2 pages have no recognized text.');
  });

  it('is refused above 2,000 pages', async () => {
    show(Array.from({ length: 2_001 }, () => []));
    await expect(propose()).rejects.toMatchObject({ reason: 'too_many_pages' });
  });

  it('is proposed by an agent, with its page and place, and adds no record', async () => {
    show();
    const report = await propose(agent);
    expect(report).toMatchObject({
      state: 'proposed',
      vendor: 'EDR',
      check: 'agree',
      documentName: 'Radius report.pdf',
    });
    expect(report?.rows).toHaveLength(12);
    expect(report?.orphans).toHaveLength(2);
    expect(report?.rows[0]).toMatchObject({ name: made.sites[0]?.name, distanceFt: 0, source: { page: 2 } });
    expect(report?.rows[0]?.source?.pageId).not.toBe('');
    expect(rowsOf(await system.hits())).toEqual([]);
  });

  it('is confirmed by people only', async () => {
    await expect(confirm([], agent)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(confirm([], viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('becomes records beside those of the lists, with the distance that it says', async () => {
    expect(await confirm()).toMatchObject({ state: 'confirmed', confirmedByName: editor.name });
    const hits = rowsOf(await system.hits());
    expect(hits).toHaveLength(pairs + 2);
    const [site] = made.sites.filter(({ feet }) => feet > 0);
    const hit = hits.find(({ name, source }) => name === site?.name && source?.mapId === site.mapId);
    expect(hit?.distanceM).toBeCloseTo((site?.feet ?? 0) * 0.3048, 3);
    expect(hit).toMatchObject({ source: { documentName: 'Radius report.pdf', page: 2 } });
    expect(hit?.longitude).toBeUndefined();
    expect(hits.filter(({ certainty }) => certainty === 'orphan')).toHaveLength(2);
    expect(hit?.source).toMatchObject({ distanceFt: site?.feet });
    await eventually(() =>
      expect(system.events.published.map(({ name }) => name)).toContain('radius_report.confirmed'),
    );
  });

  it('keeps its records when it is confirmed or read again', async () => {
    const ids = rowsOf(await system.hits()).map(({ id }) => id);
    await confirm();
    expect((await propose())?.state).toBe('confirmed');
    expect(rowsOf(await system.hits()).map(({ id }) => id)).toEqual(ids);
  });

  it('joins records of one site', async () => {
    const hits = rowsOf(await system.hits());
    const several = made.sites.find(({ lists }) => lists.length > 1);
    const sites = new Set(hits.filter(({ source }) => source?.mapId === several?.mapId).map(({ site }) => site));
    expect([...sites]).toEqual([expect.any(Number)]);
    expect(sites.has(0)).toBe(false);
  });

  it('has records that are counted by list, each site once', async () => {
    const { searches } = await system.client.listSearches({ projectId: system.projectId }, await system.as(viewer));
    const counts = searches[0]?.counts ?? [];
    const reported = counts.filter(({ isReported }) => isReported);
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.reduce((sum, { fromReports }) => sum + fromReports, 0)).toBeGreaterThan(0);
    expect(counts.find(({ isReported, isLoaded }) => !isReported && !isLoaded)).toMatchObject({ within: 0 });
  });

  it('has records that people decide about', async () => {
    const [hit] = rowsOf(await system.hits()).filter(
      ({ distanceM, certainty }) => distanceM > 500 && certainty !== 'orphan',
    );
    const decision = { kind: 'not_relevant', reasonCodes: ['distance', 'size'], text: 'Far away.', duplicateOfId: '' };
    const { hit: decided } = await system.client.decideHit({ id: hit?.id ?? '', ...decision }, await system.as(editor));
    expect(decided?.disposition).toMatchObject({ kind: 'not_relevant' });
  });

  it('leaves decided records as gone once its confirmation is undone', async () => {
    expect(await undo()).toMatchObject({ state: 'undone' });
    const hits = rowsOf(await system.hits());
    expect(hits.map(({ certainty }) => certainty)).toEqual(['gone']);
  });

  it('needs a confirmation of each list whose count differs', async () => {
    const [first, ...others] = wordsOfReport(made);
    const lost = made.sites.findLast(({ lists }) => lists.length === 1);
    const tables = others.map((words) =>
      words.filter(({ text }) => text !== `${lost?.mapId}` && text !== `${lost?.feet},`),
    );
    show([first ?? [], ...tables]);
    const report = await propose();
    expect(report?.check).toBe('differ');
    const open = report?.lists.filter(({ needsConfirmation }) => needsConfirmation) ?? [];
    expect(open.map(({ sentence }) => sentence).join(' ')).toMatch(/See page \d+\./);
    await expect(confirm()).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'lists_differ' });
    expect(await confirm(open.map(({ list }) => list))).toMatchObject({ state: 'confirmed' });
  });
});

describe('a radius report before the first search', () => {
  let fresh: Awaited<ReturnType<typeof recordsSystem>>;
  beforeAll(async () => {
    fresh = await recordsSystem();
    fresh.reportPages.push(...wordsOfReport(made));
  });
  afterAll(() => fresh.stop());
  const far = made.sites.find(({ feet, address }) => feet > 1_000 && address !== '');
  const confirmed = async () => {
    await fresh.client.proposeRadiusReport({ documentId: fresh.documentId }, await fresh.as(editor));
    await fresh.client.confirmRadiusReport({ documentId: fresh.documentId, lists: [] }, await fresh.as(editor));
    return fresh.hits();
  };

  it('starts it, and places records where the street lines have their address near the distance that it says', async () => {
    // due north of the boundary
    const latitude = 40.712 + ((far?.feet ?? 0) * 0.3048) / 111_050;
    fresh.streets.set(far?.address ?? '', [
      [-73.958, latitude],
      [-73.5, 41.3],
    ]);
    const hit = (await confirmed()).find(({ source }) => source?.mapId === far?.mapId);
    expect(hit).toMatchObject({ longitude: -73.958, direction: 'N', quality: 'street' });
    expect(hit?.source).toMatchObject({ distanceFt: far?.feet });
    expect(hit?.distanceM).toBeCloseTo((far?.feet ?? 0) * 0.3048, 0);
    const { searches } = await fresh.client.listSearches({ projectId: fresh.projectId }, await fresh.as(viewer));
    expect(searches).toHaveLength(1);
  });

  it('places others once street lines are added and the records are searched again', async () => {
    const other = made.sites.find(
      ({ feet, mapId, address }) => feet > 500 && mapId !== far?.mapId && address !== far?.address,
    );
    fresh.streets.set(other?.address ?? '', [[-73.958, 40.712 + ((other?.feet ?? 0) * 0.3048) / 111_050]]);
    await fresh.search(frs(NEAR));
    const hits = await fresh.hits();
    expect(hits.find(({ source }) => source?.mapId === other?.mapId)).toMatchObject({
      direction: 'N',
      quality: 'street',
    });
  });
});

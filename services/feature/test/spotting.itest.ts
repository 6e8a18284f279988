import { connectMongo, type Connection } from '@symbio/mongo';
import { newId, type RunningService } from '@symbio/runtime';
import { callAs, testClient, testKeys } from '@symbio/rpc/testing';
import { eventually, person } from '@symbio/runtime/testing';
import { queryPlans, testConfig } from '@symbio/mongo/testing';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { Document, Page, documentEvents, pageEvents, type Word } from '@symbio/proto/document';
import { FeatureServiceService, type Mention } from '@symbio/proto/feature';
import { projectEvents } from '@symbio/proto/project';
import { start } from '../src/start.js';
import { start as startWorker } from '../src/worker/start.js';
import sharp from 'sharp';
import { startPeers, type Peers } from './peers.js';

const config = testConfig('feature-spotting');
const editor = person();

let peers: Peers;
let service: RunningService;
let worker: RunningService;
let features: ReturnType<typeof testClient<typeof FeatureServiceService>>;
let events: TestEvents;
let mongo: Connection;
let project: string;

beforeAll(async () => {
  peers = await startPeers();
  events = await testEvents(config);
  service = await start({ ...config, ...peers.settings });
  worker = await startWorker({
    ...{ ...config, ...testKeys('feature-worker'), ...peers.settings },
    ...{ SYMBIO_FEATURE_ADDR: service.address },
  });
  features = testClient(FeatureServiceService, service.address);
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
});

afterAll(async () => {
  features.close();
  await worker.stop();
  await service.stop();
  await peers.close();
  await mongo.close();
  await events.close();
});

beforeEach(() => {
  project = newId();
  peers.roles.set(`${editor.sub}/${project}`, 'editor');
});

const word = (text: string, x: number, y: number): Word => ({
  ...{ text, x, y, width: text.length * 16, height: 20, confidence: 1, turned: 0 },
});
const HOLDER = [word('GAS', 400, 400), word('HOLDER', 460, 400)];
const STATION = [word('FILLING', 2000, 3000), word('STA.', 2126, 3000)];

function page(words: Word[], over: Partial<Page> = {}): Page {
  const made = Page.fromPartial({
    ...{
      id: newId(),
      documentId: newId(),
      projectId: project,
      pageNumber: 3,
      status: 'ready',
      width: 3200,
      height: 3800,
    },
    metadata: { pageType: 'sanborn_map', year: 1896 },
    ...over,
  });
  peers.words.set(made.id, { words, width: made.width, height: made.height });
  peers.pages.set(made.id, { projectId: made.projectId });
  return made;
}

const near = (value: number, digits?: number): number => expect.closeTo(value, digits) as number;

/** Sheet with one house. @returns centres of the requested parts */
function withHouse(one: Page, house: { x: number; y: number; width: number; height: number }): [number, number][] {
  const looks: [number, number][] = [];
  peers.pictures.set(one.id, (region, width) => {
    looks.push([region.x + region.width / 2, region.y + region.height / 2]);
    const scale = width / region.width;
    const { x, y } = { x: (house.x - region.x) * scale, y: (house.y - region.y) * scale };
    const side = `x="${x}" y="${y}" width="${house.width * scale}" height="${house.height * scale}"`;
    const size = `width="${width}" height="${Math.round(region.height * scale)}"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="#eee8d5"/><rect ${side} fill="#e0b0b8" stroke="#222" stroke-width="3"/></svg>`;
    return sharp(Buffer.from(svg)).jpeg().toBuffer();
  });
  return looks;
}

const analyzed = (one: Page): Promise<void> =>
  events.publish(pageEvents.analyzed, { entityId: one.id, scope: project, data: { page: one } });

async function proposed(): Promise<Mention[]> {
  const answer = await features.client.listUnassociatedMentions({ projectId: project }, await callAs(editor));
  return answer.mentions;
}
const annotationsOn = (one: Page) =>
  [...peers.annotations.values()].filter(({ documentPageId }) => documentPageId === one.id);

/** Waits for a later page: events are handled in order. */
async function handled(): Promise<void> {
  const last = page([...STATION]);
  await analyzed(last);
  await eventually(() => expect(annotationsOn(last)).toHaveLength(1));
  await eventually(async () =>
    expect((await proposed()).some(({ sourceAnnotationId }) => sourceAnnotationId === annotationsOn(last)[0]?.id)).toBe(
      true,
    ),
  );
}

describe('A page that was analysed', () => {
  it("gets an agent's ellipse and an unassociated mention for each spot (OP-47, ANN-09, FEAT-21, FEAT-23)", async () => {
    const sheet = page([...HOLDER, ...STATION, word('GASTON', 900, 900), word('ST.', 1010, 900)]);
    await analyzed(sheet);
    await eventually(async () => expect(await proposed()).toHaveLength(2));
    const found = annotationsOn(sheet);
    expect(found.map(({ content }) => content).sort()).toEqual(['FILLING STA.', 'GAS HOLDER']);
    const annotation = found.find(({ content }) => content === 'GAS HOLDER');
    expect(peers.authors.get(annotation?.authorId ?? '')).toEqual({
      authorType: 'ai_agent',
      displayName: 'Symbio Spotter 2.2.0',
    });
    expect(annotation?.shape).toMatchObject({ $case: 'ellipse', value: { centerX: 478, centerY: 410, theta: 0 } });
    const mention = (await proposed()).find(({ sourceAnnotationId }) => sourceAnnotationId === annotation?.id);
    expect(mention).toMatchObject({
      featureOfInterestId: '',
      authorId: annotation?.authorId,
      suggestedLandUse: 'gas_holder_site',
      currentUseType: 'historical',
      currentConfidence: 9.5,
      historyCount: 1,
    });
    expect(mention?.currentNarrative).toContain('"GAS HOLDER" is lettered on page 3, a fire insurance map of 1896');
  });

  it('gets its ellipse around the building that the words lie in, once for two letterings of it (FEAT-21, ANN-09)', async () => {
    const sheet = page([...HOLDER, word('GAS', 400, 560), word('HOLDERS', 460, 560)]);
    const looks = withHouse(sheet, { x: 380, y: 330, width: 320, height: 300 });
    await analyzed(sheet);
    await eventually(async () => expect(await proposed()).toHaveLength(1));
    await handled();
    const [annotation, ...others] = annotationsOn(sheet);
    expect(others).toEqual([]);
    expect(annotation?.shape).toMatchObject({
      $case: 'ellipse',
      value: { centerX: near(540, -1), centerY: near(480, -1) },
    });
    const { radiusX = 0, radiusY = 0 } = annotation?.shape?.$case === 'ellipse' ? annotation.shape.value : {};
    for (const radius of [radiusX, radiusY]) {
      expect(radius).toBeGreaterThan(150);
      expect(radius).toBeLessThan(280);
    }
    const mention = (await proposed()).find(({ sourceAnnotationId }) => sourceAnnotationId === annotation?.id);
    expect(mention?.currentNarrative).toContain('is lettered inside the outline that is marked on page 3');
    // the other lettering is settled too
    await eventually(async () =>
      expect(await mongo.collection('spots').countDocuments({ pageId: sheet.id, done: true })).toBe(2),
    );
    // and no picture was rendered for it
    expect(looks).not.toHaveLength(0);
    for (const [x, y] of looks) expect([x, y]).toEqual([near(478, -1), near(410, -1)]);
    await analyzed(sheet);
    await handled();
    expect(annotationsOn(sheet)).toHaveLength(1);
  });

  it('gets nothing again when it is analysed again, nor where a person removed or rejected a proposal', async () => {
    const sheet = page([...HOLDER, ...STATION]);
    await analyzed(sheet);
    await eventually(async () => expect(await proposed()).toHaveLength(2));
    const gone = annotationsOn(sheet).find(({ content }) => content === 'GAS HOLDER')?.id ?? '';
    peers.annotations.delete(gone);
    peers.removed.add(gone);
    const rejected = (await proposed()).find(({ suggestedLandUse }) => suggestedLandUse === 'gas_station');
    await features.client.supersedeHistory(
      { historyId: rejected?.currentHistoryId, reject: true },
      await callAs(editor),
    );
    // twice the resolution, words slightly displaced
    const larger = [...HOLDER, ...STATION].map((one) => ({
      ...{ ...one, x: one.x * 2 + 9, y: one.y * 2 - 7, width: one.width * 2, height: one.height * 2 },
    }));
    peers.words.set(sheet.id, { words: larger, width: 6400, height: 7600 });
    await analyzed({ ...sheet, width: 6400, height: 7600 });
    await analyzed(sheet);
    await handled();
    expect(annotationsOn(sheet).map(({ content }) => content)).toEqual(['FILLING STA.']);
    expect((await proposed()).filter(({ suggestedLandUse }) => suggestedLandUse === 'gas_holder_site')).toHaveLength(1);
    expect(await mongo.collection('spots').countDocuments({ pageId: sheet.id })).toBe(2);
  });

  it('is completed after an interrupted pass', async () => {
    peers.failures = 1;
    const sheet = page([...HOLDER]);
    await analyzed(sheet);
    await eventually(async () => expect(await proposed()).toHaveLength(1));
    expect(annotationsOn(sheet)).toHaveLength(1);
    // marked done once both exist
    await eventually(async () =>
      expect(await mongo.collection('spots').countDocuments({ pageId: sheet.id, done: true })).toBe(1),
    );
  });

  it.each([
    ['is no sheet of a map', { metadata: Page.fromPartial({ metadata: { pageType: '' } }).metadata }],
    ['has no picture yet', { status: 'pending' }],
  ])('gets nothing when it %s', async (_, over) => {
    const sheet = page([...HOLDER], over);
    await analyzed(sheet);
    await handled();
    expect(annotationsOn(sheet)).toEqual([]);
  });

  it('is suspected without a year, and not proposed if the page was deleted', async () => {
    const gone = page([...HOLDER]);
    peers.words.delete(gone.id);
    await analyzed(gone);
    const sheet = page([...HOLDER], {
      metadata: Page.fromPartial({ metadata: { pageType: 'topographic_map' } }).metadata,
    });
    await analyzed(sheet);
    await eventually(async () => expect(await proposed()).toHaveLength(1));
    expect((await proposed())[0]).toMatchObject({ currentUseType: 'suspected' });
    expect(annotationsOn(gone)).toEqual([]);
  });
});

describe('A page of a list that was analysed (issue 14)', () => {
  const LINES = [
    "POLK'S MILLBROOK CITY DIRECTORY 1931",
    'Abbott Anna tchr h 14 Elm',
    'Acme Dry Cleaners 214 Main St',
    'Star Garage, 12 N Elm',
  ];
  const words = (lines: readonly string[], scale = 1): Word[] =>
    lines.flatMap((line, row) =>
      [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
        ...{ text, x: (100 + index * 12) * scale, y: (100 + row * 400) * scale },
        ...{ width: (text.length * 12 - 4) * scale, height: 20 * scale, confidence: 1, turned: 0 },
      })),
    );
  function list(category: string, lines: readonly string[] = LINES): Page {
    const metadata = Page.fromPartial({ metadata: { pageType: 'text' } }).metadata;
    const made = page(words(lines), { metadata, width: 1600, height: 2200 });
    const document = Document.fromPartial({ id: made.documentId, projectId: project, category, title: 'Scan 7' });
    peers.documents.set(made.documentId, document);
    peers.listed.set(made.id, made);
    return made;
  }
  const labels = (one: Page) =>
    annotationsOn(one)
      .map(({ content }) => content)
      .sort();

  it('gets a rectangle around each line that names a site, and a mention with year, address and name, once', async () => {
    const one = list('city_directories');
    await analyzed(one);
    await eventually(async () => expect(await proposed()).toHaveLength(2));
    expect(labels(one)).toEqual(['Acme Dry Cleaners, 214 Main St, 1931', 'Star Garage, 12 N Elm, 1931']);
    const annotation = annotationsOn(one).find(({ content }) => content.startsWith('Acme'));
    expect(annotation?.shape).toMatchObject({ $case: 'rectangle', value: { x: near(95, 0), y: near(895, 0) } });
    const mention = (await proposed()).find(({ sourceAnnotationId }) => sourceAnnotationId === annotation?.id);
    expect(mention).toMatchObject({
      ...{ featureOfInterestId: '', suggestedLandUse: 'dry_cleaner', currentUseType: 'historical', historyCount: 1 },
      authorId: annotation?.authorId,
    });
    expect(mention?.currentNarrative).toContain(
      '"Acme Dry Cleaners 214 Main St" is listed on page 3 of a city directory.',
    );

    // rejected by a person, rendered at twice the resolution and classified again: no new proposal
    await features.client.supersedeHistory(
      { historyId: mention?.currentHistoryId, reject: true },
      await callAs(editor),
    );
    peers.words.set(one.id, { words: words(LINES, 2), width: 3200, height: 4400 });
    await analyzed({ ...one, width: 3200, height: 4400 });
    const document = peers.documents.get(one.documentId);
    await events.publish(documentEvents.classified, { entityId: one.documentId, scope: project, data: { document } });
    await handled();
    expect(labels(one)).toHaveLength(2);
  });

  it('is read when it is said that it is one, by whomever', async () => {
    const byClassifier = list('other');
    const byPerson = list('other');
    for (const one of [byClassifier, byPerson]) await analyzed(one);
    await handled();
    expect([...annotationsOn(byClassifier), ...annotationsOn(byPerson)]).toEqual([]);
    const eventOf = (one: Page) => {
      const document = Document.fromPartial({ ...peers.documents.get(one.documentId), category: 'city_directories' });
      peers.documents.set(one.documentId, document);
      return { entityId: one.documentId, scope: project, data: { document } };
    };
    await events.publish(documentEvents.classified, eventOf(byClassifier));
    await eventually(() => expect(labels(byClassifier)).toHaveLength(2));
    const by = { sub: editor.sub, authorId: '', via: 'user' };
    await events.publish(documentEvents.changed, { ...eventOf(byPerson), actor: by });
    await eventually(() => expect(labels(byPerson)).toHaveLength(2));
  });

  it('names tanks in a letter of an agency', async () => {
    const letter = list('agency_response', [
      'Site: 214 Main St',
      'UST-1 10,000 gal gasoline, installed 1962',
      'UST-2 none',
    ]);
    await analyzed(letter);
    await eventually(() => expect(labels(letter)).toEqual(['10,000 gal gasoline UST-1, 214 Main St, 1962']));
  });
});

describe('What is remembered of spots', () => {
  it('goes with the page, the document and the project', async () => {
    const count = (filter: object) => mongo.collection('spots').countDocuments(filter);
    const sheets = [page([...HOLDER]), page([...HOLDER])] as const;
    for (const sheet of sheets) await analyzed(sheet);
    await eventually(async () => expect(await proposed()).toHaveLength(2));
    await events.publish(pageEvents.deleted, { entityId: sheets[0].id, scope: project });
    await events.publish(documentEvents.deleted, { entityId: sheets[1].documentId, scope: project });
    await eventually(async () => expect(await count({ projectId: project })).toBe(0));
    const last = page([...HOLDER]);
    await analyzed(last);
    await eventually(async () => expect(await count({ pageId: last.id, done: true })).toBe(1));
    await events.publish(projectEvents.deleted, { entityId: project, scope: project });
    await eventually(async () => expect(await count({ projectId: project })).toBe(0));
  });

  it('is read by an index', async () => {
    const plans = await queryPlans(config, async () => {
      const sheet = page([...HOLDER]);
      await analyzed(sheet);
      await eventually(() => expect(annotationsOn(sheet)).toHaveLength(1));
    });
    const own = plans.filter(({ collection }) => collection === 'spots');
    expect(own.length).toBeGreaterThan(0);
    for (const { stages } of own) expect(stages).not.toContain('COLLSCAN');
  });
});

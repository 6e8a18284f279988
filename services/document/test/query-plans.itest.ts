/** Verifies that every list query of the document service uses an index. */
import { connectMongo, ensureIndexes, OutboxWriter, type Connection } from '@symbio/mongo';
import { newId, serviceActor, systemClock } from '@symbio/runtime';
import { testConfig } from '@symbio/mongo/testing';
import { CATEGORIES } from '@symbio/page-engine/classification';
import { alignmentModel } from '../src/alignments/model.js';
import { createAlignmentRepository, type AlignmentRepository } from '../src/alignments/repository.js';
import { documentModels } from '../src/model.js';
import { pageOpeningModel } from '../src/page-openings/model.js';
import { createPageOpeningRepository, type PageOpeningRepository } from '../src/page-openings/repository.js';
import { createDeletedDocuments, type DeletedDocuments } from '../src/deletions/deleted-documents.js';
import { createDocumentRepository, type DocumentRepository } from '../src/repository.js';
import { marksFrom, marksOfToken } from '../src/search/marks.js';
import { createPhotographRepository, type PhotographRepository } from '../src/photographs/repository.js';
import { keysToLookUp } from '../src/search/near-words.js';
import { createPageTexts, type PageTexts } from '../src/search/page-text-repository.js';

const { MONGODB_URI: uri, MONGODB_DB: database } = testConfig('document_plans');
const PROJECTS = [newId(), newId()];
let connection: Connection;
let repository: DocumentRepository;
let removed: DeletedDocuments;
let alignments: AlignmentRepository;
let texts: PageTexts;
let openings: PageOpeningRepository;
let photographs: PhotographRepository;
let documentId = '';

beforeAll(async () => {
  connection = await connectMongo({ uri, database, appName: 'test' });
  const models = documentModels(connection);
  alignments = createAlignmentRepository(alignmentModel(connection));
  openings = createPageOpeningRepository(pageOpeningModel(connection));
  await ensureIndexes(connection);
  repository = createDocumentRepository(models, systemClock);
  removed = createDeletedDocuments(models, systemClock);
  texts = createPageTexts(models, systemClock);
  photographs = createPhotographRepository(models.photographs, systemClock);
  const writer = new OutboxWriter(models.documents, systemClock, () => undefined);
  for (let index = 0; index < 40; index++) {
    const row = await writer.insert(
      newId(),
      {
        projectId: PROJECTS[index % 2] ?? '',
        category: CATEGORIES[index % CATEGORIES.length]?.value ?? 'other',
        categoryBy: 'nobody',
        title: `Document ${index}`,
        fileName: 'a.pdf',
        filePath: 'x',
        fileSize: 1,
        mimeType: 'application/pdf',
        sha256: '',
        uploadedBy: '',
        totalPages: 3,
        pagesReady: 0,
        processingStatus: 'uploaded',
        processingError: '',
      },
      serviceActor('test'),
      () => [],
    );
    if (row) await repository.addPendingPages(row, [1, 2, 3]);
    documentId = row?._id ?? '';
  }
});

afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

function stages(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  if ('winningPlan' in plan) return stages(plan.winningPlan);
  const own = 'stage' in plan && typeof plan.stage === 'string' ? [plan.stage] : [];
  return [...own, ...Object.values(plan).flatMap(stages)];
}

const page = { page: 1, perPage: 20, skip: 0 };

it('finds readings in turn without a sort', async () => {
  const plan = await repository.withJobInTurnQuery(20).explain('queryPlanner');
  expect(stages(plan)).toContain('IXSCAN');
  expect(stages(plan)).not.toContain('SORT');
});

it('finds leftovers of attempts once after the last one, and not during a job', async () => {
  const between = async () =>
    (await repository.attemptedBetween(new Date(0), new Date(Date.now() + 60_000))).filter(
      ({ _id }) => _id === documentId,
    );
  expect(await between()).toEqual([]);
  const token = await repository.nextFencingToken(documentId, 0);
  const [first] = await between();
  expect(first).toEqual({
    ...{ _id: documentId, projectId: PROJECTS[1], fencingToken: token, attemptedAt: expect.any(Date) as Date },
  });
  // another attempt began since the lookup
  await repository.clearAttempts(documentId, new Date(0));
  expect(await between()).toHaveLength(1);
  const ofIt = { _id: documentId } as never;
  const documents = connection.collection('documents');
  await documents.updateOne(ofIt, { $set: { job: { id: 'j' } } });
  expect(await between()).toEqual([]);
  await documents.updateOne(ofIt, { $unset: { job: 1 } });
  await repository.clearAttempts(documentId, first!.attemptedAt);
  expect(await between()).toEqual([]);
});

describe('the plan of', () => {
  it.each([
    ['a project', {}],
    ['a category', { category: 'sanborn_maps' }],
    ['a search', { search: 'ocument 1' }],
    ['a search in a category', { category: 'other', search: '1' }],
  ] as const)('%s uses an index in order', async (_, filter) => {
    const plan = stages(
      await repository.listQuery({ projectId: PROJECTS[0] ?? '', ...filter }, page).explain('queryPlanner'),
    );
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('SORT');
    expect(plan).not.toContain('COLLSCAN');
  });

  it.each([{}, { documentId: newId() }, { userId: newId() }])(
    'openings of pages %j uses an index in order',
    async (of) => {
      const plan = stages(
        await openings.listQuery({ projectId: PROJECTS[0] ?? '', ...of }, page).explain('queryPlanner'),
      );
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('SORT');
      expect(plan).not.toContain('COLLSCAN');
    },
  );

  it.each(['title', 'file_size', 'processing_status', 'total_pages', 'category', 'created_at'] as const)(
    'a project by %s uses an index in order, in both directions',
    async (sort) => {
      for (const descending of [true, false]) {
        const query = repository.listQuery({ projectId: PROJECTS[0] ?? '' }, page, { sort, descending });
        const plan = stages(await query.explain('queryPlanner'));
        expect(plan).toContain('IXSCAN');
        expect(plan).not.toContain('SORT');
        expect(plan).not.toContain('COLLSCAN');
      }
    },
  );

  it('known files and documents to process use indexes', async () => {
    const known = repository.withHashesQuery(PROJECTS[0] ?? '', ['a'.repeat(64)]);
    const waiting = repository.listQuery({ projectId: PROJECTS[0] ?? '', toProcess: true }, page);
    for (const query of [known, waiting]) {
      const plan = stages(await query.explain('queryPlanner'));
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('COLLSCAN');
    }
  });

  it('deleted and expired documents use indexes, the former in order', async () => {
    const listed = stages(await removed.listDeletedQuery(PROJECTS[0] ?? '', page).explain('queryPlanner'));
    expect(listed).toContain('IXSCAN');
    for (const plan of [listed, stages(await removed.expiredQuery().explain('queryPlanner'))]) {
      expect(plan).not.toContain('SORT');
      expect(plan).not.toContain('COLLSCAN');
    }
  });

  it('pages and words of a document use an index in order', async () => {
    const slice = { ...page, after: { at: new Date(), id: newId() } };
    const query = repository.listQuery({ projectId: PROJECTS[0] ?? '', updatedAfter: new Date(0) }, slice);
    const plan = stages(await query.explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('SORT');
    expect(plan).not.toContain('COLLSCAN');
  });

  it.each([
    ['some', { skip: 20, perPage: 20 }],
    ['those after a number', { skip: 0, perPage: 20, after: 2 }],
  ])("%s of a document's pages is an index in order", async (_, slice) => {
    const query = repository.listPagesQuery({ documentId, updatedAfter: new Date(0) }, slice);
    const plan = stages(await query.explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('SORT');
    expect(plan).not.toContain('COLLSCAN');
  });

  it("a document's pages is an index in order", async () => {
    const plan = stages(await repository.pagesQuery(documentId).explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('SORT');
    expect(plan).not.toContain('COLLSCAN');
  });

  it("a visit's photographs is an index in order", async () => {
    const query = photographs.listQuery(PROJECTS[0] ?? '', newId());
    const plan = stages(await query.explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('SORT');
    expect(plan).not.toContain('COLLSCAN');
  });

  it('page counts scan no collection', async () => {
    const plan = stages(await repository.pageCountsQuery(documentId).explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });

  it('alignments between two documents scan no collection', async () => {
    const plan = stages(await alignments.betweenQuery(documentId, newId()).explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });

  it('leftovers of attempts use an index in order', async () => {
    const plan = stages(await repository.attemptedBetweenQuery(new Date(0), new Date()).explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('SORT');
    expect(plan).not.toContain('COLLSCAN');
  });

  it('unread documents use an index in order', async () => {
    const plan = stages(await repository.unreadUploadsQuery(new Date(), '').explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('SORT');
    expect(plan).not.toContain('COLLSCAN');
  });

  it.each([
    ['a word', [marksOfToken('tannery')], {}],
    ['the beginning of a word', [marksFrom('tann')], {}],
    ['several words', [marksOfToken('tannery'), marksOfToken('tamnery')], {}],
    ['a word in a document', [marksOfToken('tannery')], { documentId: 'd' }],
  ])('the search for %s on pages is an index and reads no page', async (_, marks, filter) => {
    for (const projectId of [PROJECTS[0] ?? '', PROJECTS]) {
      const plan = stages(await texts.markedQuery({ projectId, marks, limit: 100, ...filter }).explain('queryPlanner'));
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('FETCH');
      expect(plan).not.toContain('COLLSCAN');
    }
  });

  it('misread words and suffixes use indexes', async () => {
    const { vocabulary } = texts;
    const queries = [
      vocabulary.nearQuery(PROJECTS[0] ?? '', keysToLookUp('tannery')),
      vocabulary.endingQuery(PROJECTS[0] ?? '', 'yard'),
      vocabulary.nearQuery(PROJECTS, keysToLookUp('tannery')),
      vocabulary.endingQuery(PROJECTS, 'yard'),
    ];
    for (const query of queries) {
      const plan = stages(await query.explain('queryPlanner'));
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('COLLSCAN');
    }
  });

  it('a prefix reads only the words with it', async () => {
    const [projectId = ''] = PROJECTS;
    const box = { x: 0, y: 0, width: 1, height: 1, confidence: 1, turned: 0 };
    for (let number = 1; number <= 50; number++) {
      const words = ['tannery', `house${number}`, `street${number}`].map((text) => ({ ...box, text }));
      await texts.put(
        { _id: newId(), projectId, documentId: 'd', pageNumber: number },
        words.slice(number === 7 ? 0 : 1),
      );
    }
    const query = { projectId, marks: [marksFrom('tan')] };
    expect(await texts.marked(query)).toEqual([{ documentId: 'd', pageNumber: 7, mark: 'tannery 80:0' }]);
    const explained = (await texts.markedQuery(query).explain('executionStats')) as unknown as {
      executionStats: { totalKeysExamined: number; totalDocsExamined: number; nReturned: number };
    };
    expect(explained.executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 0 });
    expect(explained.executionStats.totalKeysExamined).toBeLessThan(5);
  });

  it('creates each page record once, also concurrently', async () => {
    const row = await repository.find(documentId);
    if (!row) throw new Error('no document');
    await Promise.all([repository.addPendingPages(row, [2, 3, 4]), repository.addPendingPages(row, [3, 4])]);
    expect((await repository.pages(documentId)).map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 3, 4]);
  });
});

import { connectMongo } from '@symbio/mongo';
import { createLogger, systemClock } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import { rebuildSearchIndex } from '../../src/migrations/0002-rebuild-search-index.js';
import { documentModels } from '../../src/model.js';
import { createPageTexts } from '../../src/search/page-text-repository.js';
import { textPdf } from '../fixtures.js';
import type { Stack } from '../stack.js';

const log = createLogger({ name: 'test', level: 'silent' });

interface Asked {
  stack(): Stack;
  search(query: string, request?: object): ReturnType<Stack['documents']['searchPages']>;
  process(documentId: string): Promise<unknown>;
  becomes(documentId: string, processingStatus: string): Promise<unknown>;
}

export const misreadWordsOn = (of: Asked): void =>
  describe('misread words and missing spaces', () => {
    const NAMES = ['Exact', 'Beginning', 'Together', 'Misread', 'Torn'] as const;
    const ids = new Map<string, string>();
    const onceWas = async (query: string, request: object = {}) => {
      const { hits } = await of.search(query, request);
      return hits.map(({ documentTitle, match, places }) => [documentTitle, match, places.map(({ text }) => text)]);
    };
    const inDatabase = async <T>(use: (models: ReturnType<typeof documentModels>) => Promise<T>): Promise<T> => {
      const { MONGODB_URI: uri, MONGODB_DB: database } = of.stack().config;
      const connection = await connectMongo({ uri, database, appName: 'test' });
      try {
        return await use(documentModels(connection));
      } finally {
        await connection.close();
      }
    };
    const rebuilt = (): Promise<number> =>
      inDatabase(({ pageTexts: { db: connection } }) =>
        rebuildSearchIndex.run({ connection, log, signal: new AbortController().signal }),
      );
    const wordsOfProject = async () =>
      new Set(
        (await inDatabase(({ searchWords }) => searchWords.find({ projectId: of.stack().projectId }).lean())).map(
          ({ token }) => token,
        ),
      );

    beforeAll(async () => {
      const texts = {
        Exact: 'Cold storage of the borough, built of brick and one floor high; a quarrel about it in court',
        Beginning: 'Storages and sheds of the old wharf, some of them of wood, were sold in the same year',
        Together: 'A QUAYYARD stood at the wharf, next to a warehouse called COLDSTORAGE by everybody there',
        Misread: 'STORHGE of GASOLlNE in drums beside the quay of the old wharf, fenced towards the street',
        Torn: 'Of the plant, lumber and stone were kept in the yard; the quay yard itself was let to others',
      };
      for (const name of NAMES) {
        const document = await of.stack().upload(await textPdf(texts[name]), { fileName: `${name}.pdf` });
        ids.set(name, document.id);
        await of.process(document.id);
        await of.becomes(document.id, 'analysis_complete');
      }
    });

    it('are found after what is as it was asked for: exact, beginnings, parts, misread', async () => {
      expect(await onceWas('storage')).toEqual([
        ['Exact', 'exact', ['storage']],
        ['Beginning', 'beginning', ['Storages']],
        ['Together', 'part', ['COLDSTORAGE']],
        ['Misread', 'near', ['STORHGE']],
      ]);
      expect(await onceWas('gasoline')).toEqual([['Misread', 'near', ['GASOLlNE']]]);
      expect(await onceWas('"storage"')).toEqual([['Exact', 'exact', ['storage']]]);
    });

    it('are found with and without the space', async () => {
      expect(await onceWas('quay yard')).toEqual([
        ['Torn', 'exact', ['yard;', 'quay yard']],
        ['Together', 'part', ['QUAYYARD']],
      ]);
      expect(await onceWas('quayyard')).toEqual([
        ['Together', 'exact', ['QUAYYARD']],
        ['Torn', 'part', ['quay yard']],
      ]);
      expect((await onceWas('quay')).map(([title]) => title)).toContain('Together');
    });

    it('are forgotten with the last page that has them', async () => {
      expect([...(await wordsOfProject())]).toEqual(expect.arrayContaining(['storhge', 'wharf', 'quayyard']));
      await of.stack().documents.deleteDocument({ id: ids.get('Misread') ?? '' }, await callAs(of.stack().editor));
      await eventually(async () => {
        const left = await wordsOfProject();
        expect(left.has('storhge')).toBe(false);
        expect(left.has('wharf')).toBe(true);
      });
      expect((await onceWas('storage')).map(([title]) => title)).toEqual(['Exact', 'Beginning', 'Together']);
    });

    it('are found on pages without an index once it is rebuilt', async () => {
      const documentId = ids.get('Exact') ?? '';
      const service = await inDatabase(async ({ pageTexts, searchWords }) => {
        const texts = createPageTexts({ pageTexts, searchWords }, systemClock);
        await pageTexts.collection.updateMany({ documentId }, { $unset: { marks: '', marked: '' } });
        await searchWords.deleteMany({ projectId: of.stack().projectId });
        const before = await texts.marked({ projectId: of.stack().projectId, marks: [/^storage /] });
        await rebuilt();
        return { before, left: await pageTexts.countDocuments({ marked: null }) };
      });
      expect(service).toEqual({ before: [], left: 0 });
      expect((await onceWas('storagf'))[0]).toEqual(['Exact', 'near', ['storage']]);
    });

    it('stand one after the other also on pages whose index does not say where', async () => {
      const quoted = [['Torn', 'exact', ['quay yard']]];
      expect(await onceWas('"quay yard"')).toEqual(quoted);
      const marks = await inDatabase(async ({ pageTexts }) => {
        const documentId = ids.get('Torn') ?? '';
        const before = (await pageTexts.findOne({ documentId }).lean())?.marks ?? [];
        const old = before.map((mark) => mark.slice(0, mark.indexOf(':')));
        await pageTexts.collection.updateMany({ documentId }, { $set: { marks: old, marked: 1 } });
        expect(await onceWas('"quay yard"')).toEqual(quoted);
        expect(await onceWas('"yard quay"')).toEqual([]);
        await rebuilt();
        return { before, after: (await pageTexts.findOne({ documentId }).lean())?.marks };
      });
      expect(marks.after).toEqual(marks.before);
      expect(await onceWas('"quay yard"')).toEqual(quoted);
    });
  });

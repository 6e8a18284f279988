import { writeFile } from 'node:fs/promises';
import { AppError, createLogger, isId, newId, Semaphore } from '@symbio/runtime';
import { person } from '@symbio/runtime/testing';
import type { CallContext } from '@symbio/rpc';
import { AttachmentFailure } from '@symbio/page-engine/attachments';
import type { DocumentRow } from '../model.js';
import { createLookBesidePages, type LookDeps } from './look-beside-pages.js';
import { createTakeAttachment, type TakeAttachmentDeps } from './take-attachment.js';

const log = createLogger({ name: 'test', level: 'silent' });
const PARENT = '01890000-0000-7000-8000-00000000000a';
const blobs = { localCopy: (key: string) => Promise.resolve({ path: key, release: () => Promise.resolve() }) };
const parent = {
  ...{ _id: PARENT, projectId: 'p', fileName: 'portfolio.pdf', filePath: 'original.pdf' },
  notices: [{ code: 'other', message: 'Another one.' }],
} as DocumentRow;

describe('an uploaded PDF is looked at once', () => {
  function looking(look: LookDeps['look']) {
    let row = parent;
    const lookBesidePages = createLookBesidePages({
      repository: { find: () => Promise.resolve(row) },
      records: {
        change(_id, _actor, decide) {
          row = { ...row, ...decide(row) };
          return Promise.resolve(row);
        },
      },
      ...{ blobs, log, look, semaphore: new Semaphore(1) },
    });
    return { run: () => lookBesidePages(PARENT), row: () => row };
  }

  it('and what it holds beside its pages is added to its notices', async () => {
    const notices = [{ code: 'attached_files', message: 'This PDF holds 1 file (a.pdf) that is not shown.' }];
    const { run, row } = looking(() => Promise.resolve({ notices, attached: ['a.pdf'] }));
    await run();
    await run();
    expect(row()).toMatchObject({ attached: ['a.pdf'], notices: [...(parent.notices ?? []), ...notices] });
  });

  it('a file that ends the process has nothing', async () => {
    const { run, row } = looking(() => Promise.reject(new AttachmentFailure('crashed', 'It could not be read.')));
    await run();
    expect(row()).toMatchObject({ attached: [], notices: parent.notices });
  });
});

describe('an attached file becomes a document', () => {
  const context = { actor: person(), signal: new AbortController().signal, log } as CallContext;

  function taking(changes: Partial<TakeAttachmentDeps> = {}, made: DocumentRow[] = []) {
    const added: unknown[] = [];
    const take = createTakeAttachment({
      documents: { visible: () => Promise.resolve(parent) },
      repository: { everAttachedTo: () => Promise.resolve(made) },
      uploads: {
        async add({ id, ...header }, body) {
          const parts: Buffer[] = [];
          for await (const chunk of body) parts.push(chunk);
          added.push({ ...header, content: Buffer.concat(parts).toString() });
          return { _id: id, ...header } as unknown as DocumentRow;
        },
      },
      blobs,
      semaphore: new Semaphore(1),
      async take(_file, index, to) {
        await writeFile(to, `content ${index}`);
        return { name: 'report.pdf' };
      },
      ...changes,
    });
    return { take: (index: number, by = context) => take({ documentId: PARENT, index }, by), added };
  }

  it('of the same project, to be classified by itself, with a note of its origin', async () => {
    const { take, added } = taking();
    await take(1);
    expect(added).toEqual([
      {
        projectId: 'p',
        fileName: 'report.pdf',
        category: undefined,
        description: 'Attached to “portfolio.pdf”.',
        attachedTo: { documentId: PARENT, index: 1 },
        content: 'content 1',
      },
    ]);
  });

  it('only once', async () => {
    const made = { _id: 'made', attachedTo: { documentId: PARENT, index: 1 } } as DocumentRow;
    const { take, added } = taking({}, [made]);
    expect(await take(1)).toBe(made);
    expect(added).toEqual([]);
  });

  it('with the same id for two callers at once, so that the second gets the same document', async () => {
    const { take } = taking();
    const [one, two, other] = await Promise.all([take(1), take(1), take(2)]);
    expect(one._id).toBe(two._id);
    expect(isId(one._id)).toBe(true);
    expect(other._id).not.toBe(one._id);
  });

  it('again under another id while the deleted one can be restored', async () => {
    const removal = { authorId: 'a', authorName: 'A', at: new Date(0) };
    const first = await taking().take(1);
    const deleted = { _id: first._id, removal, attachedTo: { documentId: PARENT, index: 1 } } as DocumentRow;
    expect((await taking({}, [deleted]).take(1))._id).not.toBe(first._id);
  });

  it('but not for the key of an agent: documents are added by people', async () => {
    const { take, added } = taking();
    const agent = { ...context, actor: person({ via: 'api_key', agentId: newId() }) };
    await expect(take(1, agent)).rejects.toMatchObject({ code: 'PERMISSION_DENIED', reason: 'agents_propose' });
    expect(added).toEqual([]);
  });

  it('of which scratch space holds one at a time', async () => {
    let onDisk = 0;
    const most: number[] = [];
    const { take } = taking({
      uploads: {
        async add({ id }, body) {
          most.push(++onDisk);
          for await (const chunk of body) void chunk;
          onDisk--;
          return { _id: id } as DocumentRow;
        },
      },
    });
    await Promise.all([take(1), take(2), take(3)]);
    expect(most).toEqual([1, 1, 1]);
  });

  it('or is refused with a sentence', async () => {
    const failing = (reason: 'not_attached' | 'damaged_file') =>
      taking({ take: () => Promise.reject(new AttachmentFailure(reason, 'A sentence.')) }).take(7);
    await expect(failing('not_attached')).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'A sentence.' });
    await expect(failing('damaged_file')).rejects.toBeInstanceOf(AppError);
  });
});

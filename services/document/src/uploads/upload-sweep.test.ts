import { createLogger } from '@symbio/runtime';
import { TestClock } from '@symbio/runtime/testing';
import type { DocumentRow } from '../model.js';
import type { UploadIntent } from './intent-repository.js';
import { createUploadSweep } from './upload-sweep.js';

const DAY = 24 * 3_600_000;

it('removes the files of uploads without a document, and no others (DOC-36)', async () => {
  const clock = new TestClock();
  const asked: number[] = [];
  const removed: string[] = [];
  const ended: string[] = [];
  const old: UploadIntent[] = [
    { id: 'lost', projectId: 'p', by: '' },
    { id: 'recorded', projectId: 'p', by: '' },
    { id: 'elsewhere', projectId: 'p', by: '' },
    { id: 'begun again', projectId: 'p', by: '' },
  ];
  const documents: Record<string, string> = { recorded: 'p', elsewhere: 'another project' };
  const sweeper = createUploadSweep({
    intents: {
      before(moment) {
        asked.push(clock.now().getTime() - moment.getTime());
        return Promise.resolve(old);
      },
      giveUp: ({ id }) => Promise.resolve(id !== 'begun again'),
      end({ id }) {
        ended.push(id);
        return Promise.resolve();
      },
    },
    repository: {
      find(id) {
        const projectId = documents[id];
        return Promise.resolve(projectId ? ({ _id: id, projectId } as DocumentRow) : null);
      },
    },
    blobs: {
      removePrefix(prefix) {
        removed.push(prefix);
        return Promise.resolve();
      },
      removeAbandoned(before) {
        asked.push(clock.now().getTime() - before.getTime());
        return Promise.resolve(0);
      },
    },
    clock,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  await sweeper.sweep();
  expect(asked).toEqual([DAY, DAY]);
  expect(removed).toEqual(['projects/p/documents/lost', 'projects/p/documents/elsewhere']);
  expect(ended).toEqual(['lost', 'recorded', 'elsewhere']);
});

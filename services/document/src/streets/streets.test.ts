import { contextOf } from '@symbio/rpc/testing';
import { TestClock, person } from '@symbio/runtime/testing';
import { INSTALLATION, type DegreeBox } from '@symbio/streets';
import { ReceivedBytes } from '../files/scratch.js';
import type { StreetFileRow } from './model.js';
import { createStreets } from './streets.js';

const PROJECT = 'project';
const BOX: DegreeBox = [-100.01, 39.99, -99.99, 40.01];

const fileOf = (projectId: string): StreetFileRow => ({
  ...{
    _id: `file of ${projectId}`,
    projectId,
    contentId: `content of ${projectId}`,
    fileName: `${projectId || 'all'}.zip`,
  },
  ...{ streetCount: 1, crossingCount: 1, blockCount: 1, aliases: [], byId: '', byName: '', at: new Date(0) },
});

/** With a street in the box in the files of some of the owners. */
function streetsOf(owners: readonly string[], withLines: readonly string[]) {
  const unused = () => Promise.reject(new Error('not used here'));
  return createStreets({
    repository: {
      ...{ add: unused, remove: unused, removeOfProject: unused, crossingsNamed: unused, blocksNamed: unused },
      files: () => Promise.resolve(owners.map(fileOf)),
      crossingsNear: () => Promise.resolve([{ streets: ['Main St', 'Oak St'], longitude: -100, latitude: 40 }]),
      blocksWithin: (contentIds) =>
        Promise.resolve(
          withLines
            .map((owner) => fileOf(owner).contentId)
            .filter((contentId) => contentIds.includes(contentId))
            .map((contentId) => ({
              ...{ contentId, street: 'Main St', low: 1, high: 99, parity: 'odd' as const },
              path: [[-100.02, 40] as const, [-99.98, 40] as const],
            })),
        ),
    },
    access: { require: () => Promise.resolve('viewer') },
    stillMay: () => Promise.resolve(),
    received: new ReceivedBytes(1),
    read: unused,
    clock: new TestClock(),
  });
}

it.each([
  ['the project', [PROJECT, INSTALLATION], [PROJECT, INSTALLATION], ['project.zip']],
  ['the installation, if the project has no file', [INSTALLATION], [INSTALLATION], ['all.zip']],
  ['the installation, if those of the project are elsewhere', [PROJECT, INSTALLATION], [INSTALLATION], ['all.zip']],
  ['no file, if none is known', [], [], []],
])('lines within a box are those of %s', async (_, owners, withLines, fileNames) => {
  const request = { projectId: PROJECT, bbox: [...BOX] };
  const found = await streetsOf(owners, withLines).lines(request, contextOf(person({ role: 'symbio' })));
  expect(found.fileNames).toEqual(fileNames);
  expect(found.lines).toEqual(
    fileNames.map(() => ({
      name: 'Main St',
      line: [
        [-100.01, 40],
        [-99.99, 40],
      ],
    })),
  );
});

import { newId, type AppError } from '@symbio/runtime';
import { CreateJobRequest, ListJobsRequest } from '@symbio/proto/job';
import { checkCreation, checkList } from './job-checks.js';

const documentId = newId();
const creation = (over: object = {}, payload: object = {}) =>
  CreateJobRequest.fromPartial({
    type: 'document-specific',
    payload: { projectId: newId(), documentId, pageNumbers: [], ...payload },
    ...over,
  });
function refused(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return Object.keys((error as AppError).fields ?? {});
  }
}
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a new job', () => {
  it.each([
    ['priority', 'priority', [0, 9], [-1, 10, 1.5]],
    ['max_retries', 'maxRetries', [0, 10], [-1, 11, 0.5]],
  ])('has a %s within its limits, both of which are allowed (OP-31)', (field, name, good, bad) => {
    for (const value of good) expect(refused(() => checkCreation(creation({ [name]: value })))).toEqual([]);
    for (const value of bad) expect(refused(() => checkCreation(creation({ [name]: value })))).toEqual([field]);
  });

  it('names up to 500 pages from 1 to 2,000, each counted once and in order', () => {
    const pages = (pageNumbers: number[]) => checkCreation(creation({}, { pageNumbers }));
    expect(pages([2_000, 1, 2_000]).pageNumbers).toEqual([1, 2_000]);
    expect(pages([...upTo(500), ...upTo(500)]).pageNumbers).toHaveLength(500);
    for (const bad of [upTo(501), [0], [2_001], [1.5]])
      expect(refused(() => pages(bad))).toEqual(['payload.pageNumbers']);
  });

  it('needs no id, and no other than a UUID', () => {
    for (const id of ['', newId()]) expect(refused(() => checkCreation(creation({ id })))).toEqual([]);
    expect(refused(() => checkCreation(creation({ id: 'mine' })))).toEqual(['id']);
    expect(refused(() => checkCreation({ ...creation(), payload: undefined }))).toEqual(['payload.projectId']);
  });
});

describe('a list (JOB-25)', () => {
  const list = (over: object = {}) => checkList(ListJobsRequest.fromPartial(over));

  it('is the newest first where nothing is said, and narrowed by nothing', () => {
    const { filter, order } = list();
    expect(order).toEqual({ sort: 'created_at', descending: true });
    expect(Object.values(filter).filter((value) => value !== undefined)).toEqual([]);
    expect(list({ sort: 'priority', order: 'asc' }).order).toEqual({ sort: 'priority', descending: false });
    for (const sort of ['toString', 'createdAt']) expect(refused(() => list({ sort }))).toEqual(['sort']);
  });

  it('has ranges that may be of one value, and not turned round', () => {
    const [early, late] = [new Date(1_000), new Date(2_000)];
    expect(refused(() => list({ priorityMin: 4, priorityMax: 4, createdFrom: early, createdTo: early }))).toEqual([]);
    expect(refused(() => list({ priorityMin: 9 }))).toEqual([]);
    expect(refused(() => list({ priorityMax: 0 }))).toEqual([]);
    expect(refused(() => list({ priorityMin: 5, priorityMax: 4 }))).toEqual(['priority_max']);
    expect(refused(() => list({ createdFrom: late, createdTo: early }))).toEqual(['created_to']);
    expect(refused(() => list({ priorityMin: 10, priorityMax: -1 }))).toEqual(['priority_min', 'priority_max']);
  });

  it('is searched by up to 200 characters, blanks around them not counted', () => {
    expect(list({ search: ` ${'x'.repeat(200)} ` }).filter.search).toBe('x'.repeat(200));
    expect(refused(() => list({ search: 'x'.repeat(201) }))).toEqual(['search']);
    expect(list({ search: '  ' }).filter).not.toHaveProperty('search');
  });
});

import { describe, expect, it } from '@jest/globals';
import { ahead } from './ahead.js';
import { archivedEvent, isKnownTo } from './write-events.js';

const event = (subject: string, rev: number) =>
  archivedEvent({
    subject,
    id: 'e',
    at: '2026-01-01T00:00:00Z',
    body: JSON.stringify({ entityId: 'x', rev, scope: 'p' }),
  });

describe('an event of an archive', () => {
  it('is sent again when its row has seen the change it tells of', () => {
    const changed = event('symbio.evt.document.v1.document.changed.p', 4);
    expect(changed).toMatchObject({ service: 'document', verb: 'changed', owner: { collection: 'documents' } });
    expect([3, 4, 5, undefined].map((rev) => isKnownTo(changed, rev))).toEqual([false, true, true, false]);
  });

  it('of a deletion is sent again when the row is gone, and not while it is there', () => {
    const deleted = event('symbio.evt.project.v1.project.deleted.p', 4);
    expect([undefined, 3, 4].map((rev) => isKnownTo(deleted, rev))).toEqual([true, false, true]);
  });

  it('about no row is always sent', () => {
    expect(event('symbio.evt.identity.v1.key.used.none', 0).owner).toBeUndefined();
  });
});

describe('work done ahead', () => {
  it('is answered in order, some at once, and fails in its turn', async () => {
    let [running, most] = [0, 0];
    const answers: number[] = [];
    const work = async (number: number): Promise<number> => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < 10 - number; turn++) await Promise.resolve();
      running--;
      if (number === 6) throw new Error('six');
      return number;
    };
    const all = async (): Promise<void> => {
      for await (const answer of ahead([1, 2, 3, 4, 5, 6, 7], 3, work)) answers.push(answer);
    };
    await expect(all()).rejects.toThrow('six');
    expect(answers).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(3);
  });
});

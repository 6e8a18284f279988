import { describe, expect, it } from '@jest/globals';
import { archivedEvent, isKnownTo } from './write-events.js';

const event = (subject: string, rev: number) =>
  archivedEvent({
    subject,
    id: 'e',
    at: '2026-01-01T00:00:00Z',
    body: JSON.stringify({ entityId: 'x', rev, scope: 'p' }),
  });

describe('an event of an archive', () => {
  it('is sent again when its row contains the change', () => {
    const changed = event('symbio.evt.document.v1.document.changed.p', 4);
    expect(changed).toMatchObject({ service: 'document', verb: 'changed', owner: { collection: 'documents' } });
    expect([3, 4, 5, undefined].map((rev) => isKnownTo(changed, rev))).toEqual([false, true, true, false]);
  });

  it('of a deletion is sent again when the row is deleted, and not while it exists', () => {
    const deleted = event('symbio.evt.project.v1.project.deleted.p', 4);
    expect([undefined, 3, 4].map((rev) => isKnownTo(deleted, rev))).toEqual([true, false, true]);
  });

  it('without a row is always sent', () => {
    expect(event('symbio.evt.identity.v1.key.used.none', 0).owner).toBeUndefined();
  });
});

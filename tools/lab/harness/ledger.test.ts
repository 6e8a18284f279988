import { contentHash, Ledger, lossesOf, tally, type Row, type Tally } from './ledger.js';

const annotations = (tallies: Tally[]): Tally | undefined => tallies.find(({ kind }) => kind === 'annotation');

function ledgerOf(...markers: string[]) {
  const ledger = new Ledger();
  const writes = markers.map((marker) => ledger.begin({ kind: 'annotation', marker, id: `id of ${marker}` }));
  return { ledger, writes };
}
const row = (marker: string, id = `id of ${marker}`): Row => ({ kind: 'annotation', marker, id });

describe('the ledger', () => {
  it('is satisfied when every acknowledged write is stored once', () => {
    const { ledger, writes } = ledgerOf('a', 'b');
    for (const write of writes) ledger.acknowledge(write, write.id ?? '');
    expect(annotations(tally(ledger.writes, [row('a'), row('b'), row('of somebody else')]))).toEqual({
      kind: 'annotation',
      sent: 2,
      acknowledged: 2,
      there: 2,
      lost: [],
      duplicates: [],
      altered: [],
    });
  });

  it('finds a missing write, and one stored under another id', () => {
    const { ledger, writes } = ledgerOf('a', 'b');
    for (const write of writes) ledger.acknowledge(write, write.id ?? '');
    const found = annotations(tally(ledger.writes, [row('b', 'another')]));
    expect(found?.lost.map(({ marker }) => marker)).toEqual(['a', 'b']);
    expect(found?.there).toBe(0);
  });

  it('permits an unanswered write to be stored or missing, but not to be stored twice', () => {
    const { ledger } = ledgerOf('never answered', 'sent twice');
    const rows = [row('sent twice', '1'), row('sent twice', '2')];
    const found = annotations(tally(ledger.writes, rows));
    expect(found).toMatchObject({ sent: 2, acknowledged: 0, lost: [], duplicates: [{ id: '2' }] });
  });

  it('finds changed fields of a stored write', () => {
    const hashAt = (x: number): string => contentHash('annotation', { content: 'a', coordinates: { x } }) ?? '';
    const sha256 = hashAt(1);
    const ledger = new Ledger();
    const write = ledger.begin({ kind: 'annotation', marker: 'a', id: '1', sha256 });
    ledger.acknowledge(write, '1');
    const at = (hash: string) => annotations(tally(ledger.writes, [{ ...row('a', '1'), sha256: hash }]));
    expect(at(hashAt(2))).toMatchObject({ lost: [], altered: [write] });
    expect(at(sha256)).toMatchObject({ lost: [], altered: [] });
  });

  it('finds changed bytes of a file', () => {
    const ledger = new Ledger();
    const write = ledger.begin({ kind: 'document', marker: 'a.pdf', id: '1', sha256: 'sent' });
    ledger.acknowledge(write, '1');
    const found = tally(ledger.writes, [{ kind: 'document', id: '1', marker: 'a.pdf', sha256: 'other' }]);
    expect(found.find(({ kind }) => kind === 'document')).toMatchObject({ there: 1, lost: [], altered: [write] });
  });

  it('rejects an acknowledgement under another id than the one sent', () => {
    const { ledger, writes } = ledgerOf('a');
    const [write] = writes;
    expect(() => write && ledger.acknowledge(write, 'another')).toThrow('a was made as another, not as id of a');
  });

  it('names each seeded loss, duplicate and changed field', () => {
    const fields = { content: 'a', coordinates: { x: 1 } };
    const ledger = new Ledger();
    const rows: Row[] = ['kept', 'lost', 'doubled', 'changed'].map((marker) => {
      const sha256 = contentHash('annotation', { ...fields, content: marker });
      ledger.acknowledge(ledger.begin({ kind: 'annotation', marker, id: marker, sha256 }), marker);
      return { kind: 'annotation', marker, id: marker, sha256 };
    });
    const at = (marker: string): Row => rows.find((one) => one.marker === marker) as Row;
    expect(lossesOf(tally(ledger.writes, rows))).toEqual([]);
    const faulty = rows.filter(({ marker }) => marker !== 'lost').concat({ ...at('doubled'), id: 'other' });
    at('changed').sha256 = contentHash('annotation', { ...fields, coordinates: { x: 2 } });
    expect(lossesOf(tally(ledger.writes, faulty))).toEqual([
      '1 acknowledged annotations are missing: lost',
      '1 annotations have another content: changed',
      '1 annotations exist twice: doubled',
    ]);
  });
});

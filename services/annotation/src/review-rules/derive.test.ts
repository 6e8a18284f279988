import { deriveRules, type DecidedProposal } from './derive.js';

let count = 0;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 12, minute));

const decided = (over: Partial<DecidedProposal> = {}): DecidedProposal => {
  count += 1;
  return {
    ...{ annotationId: `a${count}`, documentId: 'volume', label: 'OAK ST.', landUse: 'dry_cleaner' },
    ...{ at: at(count), verdict: 'rejected' as const },
    ...over,
  };
};
const rejected = decided;
const accepted = (copy: DecidedProposal['copy'], over: Partial<DecidedProposal> = {}) =>
  decided({ verdict: 'accepted', copy, ...over });

beforeEach(() => {
  count = 0;
});

describe('rules from decisions (decision 157)', () => {
  it('suppress a label that people rejected three times on a volume, and never accepted', () => {
    const three = [rejected(), rejected({ label: 'Oak  St' }), rejected()];
    expect(deriveRules('p', three.slice(1))).toEqual([]);
    expect(deriveRules('p', three)).toMatchObject([
      {
        ...{ documentId: 'volume', label: 'OAK ST.', landUse: 'dry_cleaner', action: 'suppress' },
        evidence: [{ annotationId: 'a1' }, { annotationId: 'a2' }, { annotationId: 'a3' }],
      },
    ]);
    expect(deriveRules('p', [...three, accepted(undefined)])).toEqual([]);
  });

  it('do not take a rejection for its place as one of what it says', () => {
    const [one, two] = [rejected(), rejected()];
    for (const reasonCode of ['duplicate', 'outside', 'wrong_place'] as const)
      expect(deriveRules('p', [one, two, rejected({ reasonCode })])).toEqual([]);
    expect(deriveRules('p', [one, two, rejected({ reasonCode: 'not_a_site' })])).toHaveLength(1);
  });

  it('apply to the whole project if their decisions are from several documents', () => {
    const rules = deriveRules('p', [rejected(), rejected({ documentId: 'other' }), rejected()]);
    expect(rules).toMatchObject([{ documentId: '', evidence: { length: 3 } }]);
    // accepted elsewhere: only where it was always rejected
    const elsewhere = accepted(undefined, { documentId: 'third' });
    const onTwo = [rejected(), rejected(), rejected(), rejected({ documentId: 'other' }), elsewhere];
    expect(deriveRules('p', onTwo).map(({ documentId }) => documentId)).toEqual(['volume']);
  });

  it('correct a label or land use that people corrected twice in the same way', () => {
    const copy = { label: 'OAK ST. CLEANERS', landUse: 'dry_cleaner' };
    expect(deriveRules('p', [accepted(copy)])).toEqual([]);
    const twice = [accepted(copy), accepted(copy)];
    expect(deriveRules('p', twice)).toMatchObject([
      { action: 'correct', correctedLabel: 'OAK ST. CLEANERS', correctedLandUse: '' },
    ]);
    expect(deriveRules('p', [...twice, accepted({ ...copy, label: 'OAK ST.' })])).toEqual([]);
    expect(deriveRules('p', [...twice, accepted({ ...copy, label: 'OAK CLEANERS' })])).toEqual([]);
    const use = { label: 'OAK ST.', landUse: 'gas_station' };
    expect(deriveRules('p', [accepted(use), accepted(use)])).toMatchObject([
      { action: 'correct', correctedLabel: '', correctedLandUse: 'gas_station' },
    ]);
    // linked to a feature, without a change of the land use
    const linked = { label: 'OAK ST.', landUse: '' };
    expect(deriveRules('p', [accepted(linked), accepted(linked)])).toEqual([]);
  });

  it('do not come back by decisions from before their removal', () => {
    const three = [rejected(), rejected(), rejected()];
    const removed = [{ documentId: 'volume', at: at(3) }];
    expect(deriveRules('p', three, removed)).toEqual([]);
    expect(deriveRules('p', [...three, rejected({ documentId: 'other' })], removed)).toEqual([]);
    const again = [rejected(), rejected(), rejected()];
    expect(deriveRules('p', [...three, ...again], removed)).toMatchObject([{ evidence: { length: 3 } }]);
  });

  it('are the same for the same decisions in any order, and others in another project', () => {
    const three = [rejected(), rejected(), rejected()];
    expect(deriveRules('p', [...three].reverse())).toEqual(deriveRules('p', three));
    expect(deriveRules('q', three)[0]?.id).not.toBe(deriveRules('p', three)[0]?.id);
  });
});

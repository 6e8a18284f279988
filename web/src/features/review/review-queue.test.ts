import type { Annotation } from '../../evidence/annotation-records.js';
import type { Feature, Mention } from '../../evidence/evidence-api.js';
import { decidedOn, paceOf, remainingText } from './review-pace.js';
import { factsOf, openProposals, positionOf, proposalToShow, walkOrder, withNewest } from './review-queue.js';
import { RANKED_LAND_USES, riskRank } from '../../evidence/risk-ranks.js';

const annotation = (id: string, changes: Partial<Annotation> = {}): Annotation => ({
  id,
  document_page_id: 'p1',
  document_id: 'd1',
  annotation_type: 'ellipse',
  // each its own building
  coordinates: { centerX: 100 * id.charCodeAt(0), centerY: 100 * id.length, radiusX: 10, radiusY: 10, theta: 0 },
  content: id,
  author_id: 'agent',
  author_type: 'ai_agent',
  author_name: 'Spotter',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});
const mention = (annotationId: string, landUse: string | null, confidence: number | null): Mention => ({
  id: `m-${annotationId}`,
  feature_of_interest_id: null,
  source_annotation_id: annotationId,
  project_id: 'project',
  author_id: 'agent',
  narrative: 'first',
  current_history_id: null,
  current_narrative: `About ${annotationId}`,
  current_confidence: confidence,
  current_use_type: 'suspected',
  current_author_id: 'agent',
  suggested_land_use: landUse,
  history_count: 1,
  created_at: '',
  updated_at: '',
});
const at = (centerY: number) => ({ centerX: 100, centerY, radiusX: 10, radiusY: 10, theta: 0 });
const decision = (verdict: 'accepted' | 'rejected' | 'undone', changes: object = {}) => ({
  verdict,
  reason: null,
  copy_id: null,
  author_id: 'me',
  author_name: 'Ada',
  decided_at: '2026-03-01T12:00:00.000Z',
  ...changes,
});
const ids = (proposals: readonly { annotation: Annotation }[]) => proposals.map(({ annotation: { id } }) => id);

describe('the order of review', () => {
  it('puts the riskiest land use first: dry cleaners, gas works and tanks before factories, those before houses (FEAT-21)', () => {
    const uses = ['residential', 'hospital', 'manufacturing', 'dry_cleaner', 'fuel_storage', 'manufactured_gas_plant'];
    const found = openProposals(
      uses.map((use) => annotation(use)),
      uses.map((use) => mention(use, use, 7)),
      [],
    );
    expect(ids(found)).toEqual([
      'dry_cleaner',
      'fuel_storage',
      'manufactured_gas_plant',
      'manufacturing',
      'hospital',
      'residential',
    ]);
  });

  it('puts the most certain first among equal risks, and those without confidence last', () => {
    const found = openProposals(
      [annotation('sure'), annotation('unsure'), annotation('untold')],
      [mention('sure', 'dump', 9.5), mention('unsure', 'landfill', 4), mention('untold', 'gas_station', null)],
      [],
    );
    expect(ids(found)).toEqual(['sure', 'unsure', 'untold']);
  });

  it('summarizes only known facts of a proposal', () => {
    const [told, withoutFacts] = openProposals(
      [annotation('told'), annotation('untold')],
      [mention('told', 'gas_station', 8.5), mention('untold', '', null)],
      [],
    ).map(factsOf);
    expect([told, withoutFacts]).toEqual([
      expect.stringMatching(/, gas station, confidence 8.5 of 10$/),
      expect.not.stringContaining(','),
    ]);
  });

  it('then follows documents and pages, and each page from top to bottom', () => {
    const found = openProposals(
      [
        annotation('d', { document_id: 'd2', document_page_id: 'p3', coordinates: at(50) }),
        annotation('c', { document_page_id: 'p2', coordinates: at(20) }),
        annotation('b', { coordinates: { x: 0, y: 700, width: 10, height: 10 }, annotation_type: 'rectangle' }),
        annotation('a', { coordinates: at(90) }),
      ],
      [],
      [],
    );
    expect(ids(found)).toEqual(['a', 'b', 'c', 'd']);
  });

  it("is independent of the server's order", () => {
    const all = ['e', 'c', 'a', 'd', 'b'].map((id) => annotation(id));
    expect(ids(openProposals(all, [], []))).toEqual(ids(openProposals([...all].reverse(), [], [])));
  });

  it('has a rank for each of the 44 land uses (DATA-15), and puts unknown ones before harmless ones', () => {
    expect(RANKED_LAND_USES).toHaveLength(44);
    expect(riskRank(null)).toBeLessThan(riskRank('residential'));
    expect(riskRank('something new')).toBe(riskRank(null));
    expect(riskRank('constructor')).toBe(riskRank(null));
  });
});

describe('open proposals', () => {
  it('are undecided annotations of AI agents, including undone decisions (OP-24)', () => {
    const found = openProposals(
      [
        annotation('open'),
        annotation('human', { author_type: 'human' }),
        annotation('accepted', { decisions: [decision('accepted')] }),
        annotation('rejected', { decisions: [decision('rejected')] }),
        annotation('undone', { decisions: [decision('rejected'), decision('undone')] }),
      ],
      [],
      [],
    );
    expect(ids(found)).toEqual(['open', 'undone']);
  });

  it("show the agent's data; a linked feature provides the land use if none is suggested", () => {
    const feature = { id: 'f1', name: 'Harlan Works', land_use: ['foundry_smelter'] } as Feature;
    const [linked, loose] = openProposals(
      [annotation('a'), annotation('b')],
      [{ ...mention('a', null, 8), feature_of_interest_id: 'f1' }, mention('b', 'hospital', 3)],
      [feature],
    );
    expect(linked).toMatchObject({ landUse: 'foundry_smelter', featureName: 'Harlan Works', narrative: 'About a' });
    expect(loose).toMatchObject({ landUse: 'hospital', confidence: 3, featureName: null });
  });

  it('use the version of an annotation with more decisions', () => {
    const decided = annotation('a', { decisions: [decision('accepted')] });
    expect(withNewest([annotation('a')], new Map([['a', decided]]))).toEqual([decided]);
    expect(withNewest([decided], new Map([['a', annotation('a')]]))).toEqual([decided]);
  });
});

describe('which proposal is shown', () => {
  const queue = openProposals(
    ['a', 'b', 'c'].map((id) => annotation(id)),
    [],
    [],
  );
  const shown = (chosen: string | null, skipped: string[]) => proposalToShow(queue, chosen, skipped)?.annotation.id;

  it('is the one that was chosen, else the first that was not skipped', () => {
    expect(shown('b', [])).toBe('b');
    expect(shown('gone', ['a'])).toBe('b');
  });

  it('is the one skipped longest ago once all were skipped', () => {
    expect(shown(null, ['b', 'c', 'a'])).toBe('b');
    expect(ids(walkOrder(queue, ['a']))).toEqual(['b', 'c', 'a']);
  });

  it('is counted on while proposals are skipped, until they return', () => {
    const position = (skipped: string[], shownId: string, done = 0) => positionOf(queue, skipped, shownId, done);
    expect([position([], 'a'), position(['a'], 'b'), position(['a', 'b'], 'c')]).toEqual([1, 2, 3]);
    expect(position(['a', 'b', 'c'], 'a')).toBe(1);
    // after a decision, and for a proposal chosen out of order
    expect([position(['a'], 'b', 4), position(['a'], 'c', 4), position(['a'], 'a', 4)]).toEqual([6, 7, 5]);
  });

  it('is null when nothing waits', () => {
    expect(proposalToShow([], 'a', [])).toBeNull();
  });
});

describe('the pace of a visit', () => {
  it('is shown from the third decision on, with pauses counted as two minutes', () => {
    expect(paceOf(0, [10_000, 20_000])).toBeNull();
    expect(paceOf(0, [10_000, 20_000, 30_000])).toBeCloseTo(6);
    expect(paceOf(0, [10_000, 20_000, 3_620_000])).toBeCloseTo(3 / (140 / 60));
  });

  it('formats the remaining time in words', () => {
    expect(remainingText(3, 6)).toBe('about 1 min left');
    expect(remainingText(41, 6)).toBe('about 7 min left');
    expect(remainingText(480, 4)).toBe('about 2 h left');
    expect(remainingText(500, 4)).toBe('about 2 h 5 min left');
  });

  it('counts what this person has decided today and not undone, on the whole record', () => {
    const today = new Date('2026-03-01T12:30:00.000Z');
    const all = [
      annotation('a', { decisions: [decision('accepted')] }),
      annotation('b', { decisions: [decision('accepted'), decision('undone')] }),
      annotation('c', { decisions: [decision('rejected', { author_id: 'other' })] }),
      annotation('d', { decisions: [decision('rejected', { decided_at: '2026-02-20T12:00:00.000Z' })] }),
    ];
    expect(decidedOn(today, 'me', all)).toBe(1);
  });
});

import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import type { Feature, Mention } from '../../evidence/evidence-api.js';
import { evidenceOf } from './filters.js';
import { createLinkedNames } from './linked-names.js';
import { paintOf, shortLabel } from '@symbio/sheet/adapters/symbio';

const annotation = (id: string): ShownAnnotation => ({
  key: id,
  id,
  document_page_id: 'p1',
  document_id: 'd1',
  annotation_type: 'ellipse',
  coordinates: { centerX: 1, centerY: 1, radiusX: 9, radiusY: 9, theta: 0 },
  content: 'label',
  author_id: 'me',
  author_type: 'human',
  created_at: '',
  updated_at: '',
});
const mention = (id: string, held: string | null = 'h1') =>
  ({
    source_annotation_id: id,
    feature_of_interest_id: 'f1',
    current_history_id: held,
    current_confidence: held && 10,
  }) as unknown as Mention;
const named = (name: string) => [{ id: 'f1', name, land_use: [] as string[] } as unknown as Feature];

describe('the link shown on a sheet', () => {
  it('is the name of the feature after the label', () => {
    const [linked] = createLinkedNames()([annotation('a')], evidenceOf([mention('a')], named('Gas works')));
    expect(linked && shortLabel(linked)).toBe('label → Gas works');
  });

  it('is a trace of an accepted proposal that was rejected later', () => {
    const link = createLinkedNames();
    const taken = { ...annotation('a'), derived_from: 'of-an-agent' };
    const [shown] = link([taken], evidenceOf([mention('a', null)], named('Gas works')));
    expect(shown && paintOf(shown)).toEqual(
      paintOf({ ...taken, decisions: [{ verdict: 'rejected' }] as ShownAnnotation['decisions'] }),
    );
    expect(link([taken], evidenceOf([mention('a', null)], named('Gas works')))[0]).toBe(shown);
    const [held] = link([taken], evidenceOf([mention('a')], named('Gas works')));
    expect(held && paintOf(held)).toEqual(paintOf(annotation('b')));
  });

  it('is the corrected reading of an agent and the risk of its land use', () => {
    const read = {
      ...{ ...mention('a'), feature_of_interest_id: null, suggested_land_use: 'gas_holder_site' },
      current_narrative: '"GAS HOLOER" (read as GAS HOLDER) is lettered on page 2. Read by a program.',
    } as unknown as Mention;
    const proposal = { ...annotation('a'), content: 'GAS HOLOER', author_type: 'ai_agent' as const };
    const [shown] = createLinkedNames()([proposal], evidenceOf([read], []));
    expect(shown).toMatchObject({ reading: 'GAS HOLDER', risk: 1 });
    // a person's own label stays
    const [own] = createLinkedNames()([annotation('a')], evidenceOf([read], []));
    expect(own && shortLabel(own)).toBe('label');
  });

  it('is nothing without a link, or after its rejection', () => {
    const all = [annotation('a'), annotation('b')];
    const shown = createLinkedNames()(all, evidenceOf([mention('a', null)], named('Gas works')));
    expect(shown).toEqual(all);
    expect(shown.map(shortLabel)).toEqual(['label', 'label']);
  });

  it('is repainted only when the name changes', () => {
    const names = createLinkedNames();
    const all = [annotation('a')];
    const [first] = names(all, evidenceOf([mention('a')], named('Gas works')));
    const [again] = names(all, evidenceOf([mention('a')], named('Gas works')));
    const [renamed] = names(all, evidenceOf([mention('a')], named('Gas holder')));
    expect(again).toBe(first);
    expect(renamed?.feature_name).toBe('Gas holder');
  });
});

import { annotation } from '../../testing/annotation.js';
import type { Annotation } from '../annotation-records.js';
import type { Feature, Mention } from '../evidence-api.js';
import { likelyFeatures } from './likely-features.js';

const feature = (id: string, name: string) => ({ id, name, land_use: [], coordinate: null }) as unknown as Feature;
const mention = (annotationId: string, featureId: string, narrative = '') =>
  ({
    source_annotation_id: annotationId,
    feature_of_interest_id: featureId,
    current_narrative: narrative,
  }) as Mention;
const box = (id: string, x: number, size: number): Annotation => ({
  ...annotation,
  id,
  annotation_type: 'rectangle',
  coordinates: { x, y: 0, width: size, height: size },
});

const mine = { ...box('mine', 100, 20), content: 'OIL STORE' };

const likely = (over: Partial<Parameters<typeof likelyFeatures>[0]>) =>
  likelyFeatures({ annotation: mine, narrative: null, others: [], mentions: [], features: [], ...over }).map(
    ({ feature: { id }, why }) => `${id}: ${why}`,
  );

describe('features that an annotation may be', () => {
  it('have an outline on the sheet that contains it, lies inside or beside it; the nearest first', () => {
    const features = ['far', 'beside', 'inside', 'around'].map((id) => feature(id, id));
    const others = [box('1', 400, 20), box('2', 130, 20), box('3', 108, 4), box('4', 0, 300)];
    const mentions = features.map(({ id }, at) => mention(String(at + 1), id));
    expect(likely({ others, mentions, features })).toEqual([
      'around: its outline on this sheet contains this one',
      'inside: marked inside this outline',
      'beside: marked beside it on this sheet',
    ]);
  });

  it('have the same name or address', () => {
    const features = [feature('f1', 'Oil store'), feature('f2', 'Grocer'), feature('f3', 'Bakery, 9 Elm St.')];
    const mentions = [mention('x', 'f2', 'Listed. Address: 111 Market St. Name: Grocer.')];
    expect(likely({ mentions, features, narrative: '"Coal" at 111 MARKET STREET' })).toEqual([
      'f1: has the same name',
      'f2: also at 111 MARKET STREET',
    ]);
    expect(likely({ features, narrative: '9 Elm Street' })).toEqual([
      'f1: has the same name',
      'f3: also at 9 Elm Street',
    ]);
  });

  it('are each offered once, without the proposal that was copied, and at most four', () => {
    const features = [0, 1, 2, 3, 4, 5].map((n) => feature(`f${n}`, 'Oil store'));
    expect(likely({ features })).toHaveLength(4);
    const copy = { ...mine, derived_from: '1' };
    const [first] = features;
    expect(
      likely({
        annotation: { ...copy, content: '' },
        others: [box('1', 0, 300)],
        mentions: [mention('1', 'f0')],
        features: first ? [first] : [],
      }),
    ).toEqual([]);
  });
});

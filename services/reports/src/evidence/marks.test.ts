import { Annotation } from '@symbio/proto/annotation';
import { Mention } from '@symbio/proto/feature';
import { marksOf } from './marks.js';
import type { Sources } from './sources.js';

const mention = (id: string, currentNarrative: string) =>
  Mention.fromPartial({ id, currentNarrative, currentHistoryId: `h${id}`, sourceAnnotationId: 'a1' });

it('a mention of a listing has the year that its line states, others that of their page', () => {
  const sources = {
    ...{ features: [], landUses: [], determinations: [], authors: [] },
    annotations: [
      Annotation.fromPartial({ id: 'a1', documentPageId: 'p1', shape: { $case: 'rectangle', value: { width: 9 } } }),
    ],
    mentions: [
      mention('m1', '"1970: dry cleaner" is listed on page 1 of a city directory. Year: 1970 (as the line says).'),
      mention('m2', '"Dry cleaner" is listed on page 1 of a city directory. Year: 1890 (as read off the page).'),
    ],
  } as unknown as Sources;
  expect(marksOf(sources, new Set(['p1'])).mentions.map(({ id, year }) => [id, year])).toEqual([
    ['m1', 1970],
    ['m2', undefined],
  ]);
});

import type { ComponentKind } from '@symbio/proto/project/vocabulary';
import { resolveComponents } from './components.js';
import { reviewDates, type Problem } from './rules.js';

const TODAY = '2026-06-01';
const CLEAN: Record<ComponentKind, string> = {
  interviews: '2026-05-01',
  lien_search: '2026-05-02',
  records_review: '2026-05-03',
  site_inspection: '2026-05-04',
  declaration: '2026-05-05',
};

interface Fault {
  dates?: Partial<Record<ComponentKind, string | undefined>>;
  visits?: string[];
  acquisitionDate?: string;
}

function review({ dates = {}, visits = ['2026-05-04'], acquisitionDate }: Fault): Problem[] {
  const typed = Object.entries({ ...CLEAN, ...dates }).flatMap(([kind, date]) =>
    date === undefined ? [] : [{ kind: kind as ComponentKind, date }],
  );
  const components = resolveComponents(typed, { site_inspection: visits });
  return reviewDates({ components, inspectionDays: visits, acquisitionDate, today: TODAY });
}

it('nothing is found in clean dates', () => {
  expect(review({})).toEqual([]);
  expect(review({ acquisitionDate: '2026-10-28' })).toEqual([]);
});

it.each<[rule: string, fault: Fault, sentence: string]>([
  ['AAI-1', { dates: { interviews: undefined } }, 'The interviews have no date.'],
  ['AAI-1', { dates: { lien_search: undefined } }, 'The lien search has no date.'],
  [
    'AAI-2',
    { dates: { records_review: '2025-11-30' } },
    'The government records review of November 30, 2025 is 183 days old; 180 are allowed.',
  ],
  [
    'AAI-3',
    { acquisitionDate: '2026-10-29' },
    'The interviews of May 1, 2026 will be 181 days old on the day of acquisition; 180 are allowed.',
  ],
  [
    'AAI-3',
    { dates: { interviews: '2025-05-01' }, acquisitionDate: '2026-06-15' },
    'The interviews of May 1, 2025 will be more than a year old on the day of acquisition. The whole inquiry must be repeated.',
  ],
  ['AAI-4', { dates: { declaration: '2026-06-02' } }, 'The EP declaration is dated in the future: June 2, 2026.'],
  [
    'AAI-5',
    { dates: { declaration: '2026-05-03' } },
    'The EP declaration of May 3, 2026 is earlier than the site inspection of May 4, 2026.',
  ],
  ['AAI-6', { visits: [] }, 'No visit with access and findings is recorded for the site inspection of May 4, 2026.'],
])('%s finds its fault: %j', (rule, fault, sentence) => {
  expect(review(fault)).toMatchObject([{ rule, sentence }]);
});

it('AAI-6 accepts the date of a visit, and is a warning', () => {
  expect(review({ dates: { site_inspection: undefined } })).toEqual([]);
  expect(review({ visits: ['2026-05-03'] })).toMatchObject([{ rule: 'AAI-6', severity: 'warn' }]);
});

import { CLOSED_ALONE } from '@symbio/agency-lists';
import {
  coverageCells,
  factsOfDocuments,
  USER_QUESTIONNAIRE,
  type CoverageStatement,
  type RuleId,
} from '@symbio/assessment';
import { STANDARD_SOURCES } from '@symbio/proto/document/vocabulary';
import type { Evidence, EvidenceGap, HeldMention, JudgedFeature } from './evidence.js';
import type { RecordEvidence, ReviewedHit } from './record-evidence.js';
import { reviewList, RULES } from './rules.js';

const visit = { id: 'v1', day: '2026-06-01', accessGranted: true, notSeen: [] };
const photograph = { id: 'p1', fileName: 'vent.jpg', caption: 'Vent pipe', takenOn: '2026-06-01', hasPlace: true };
const sheet = {
  ...{ year: 1910, dpi: 300 },
  page: { id: 'page1', documentId: 'd1', annotationId: 'a1', label: 'Sanborn 1910, page 3', number: 3 },
};
const mention: HeldMention = {
  ...{ recordIds: ['r1'], confidence: 7, useType: 'confirmed', hasSource: true, isByPerson: true },
  sheet,
};
const rec: NonNullable<JudgedFeature['determination']> = {
  ...{ kind: 'rec', reason: 'A leak.', answers: [], evidence: ['r1'], stale: false, isByPerson: true },
};
const feature: JudgedFeature = {
  ...{ id: 'f1', name: 'Gas works', landUse: ['manufactured_gas_plant'], distanceFt: undefined },
  ...{ mentions: [mention], determination: rec },
};
const yes = (questionId: string, note: string) => ({ questionId, answer: 'yes', note });
const judged = (over: Partial<NonNullable<JudgedFeature['determination']>>): Partial<Evidence> => ({
  features: [{ ...feature, determination: { ...rec, ...over } }],
});
const document = (category: string, ...years: number[]) => ({
  ...{ id: category, category, facts: { years }, noCoverageYears: [] },
});
const STATED = STANDARD_SOURCES.map((source) => ({
  ...{ source, decade: 1910, area: 'property' as const, state: 'reviewed' as const },
}));
const ADJOINING = STATED.map((one) => ({ ...one, area: 'adjoining' as const }));
const covered = (statements: readonly CoverageStatement[], ...documents: ReturnType<typeof document>[]) => ({
  coverage: { cells: coverageCells(factsOfDocuments(documents), statements), firstUse: undefined },
});
const ALL_STATED = [...STATED, ...ADJOINING];
const LATE = ALL_STATED.map((one) => ({ ...one, decade: 1950 }));
const gap: EvidenceGap = {
  ...{ id: 'g1', label: 'Interval, 1919 to 1930', kind: 'interval', fromYear: 1919, toYear: 1930, area: '' },
  ...{ source: '', tried: 'State archive', significant: false, reason: 'No change of use.', effect: '' },
};

const CLEAN: Evidence = {
  visits: [visit],
  photographs: [photograph],
  ...covered(ALL_STATED),
  gaps: [],
  interviews: [{ role: 'owner' }, { role: 'occupant' }, { role: 'local_official' }],
  userAnswers: USER_QUESTIONNAIRE.map(({ id }) => ({ question: id })),
  lienSearches: 1,
  features: [feature],
  dates: [],
  proposals: 0,
  professional: 'Ada Marsh',
  openedPages: new Set(['page1']),
  licenceExpiresOn: '2026-10-01',
  ...{ deliveryDate: '2026-10-15', relianceLetterDate: '2026-10-15', insuranceExpiresOn: '2026-10-15' },
  today: '2026-10-01',
  property: { address: '214 Kent Avenue', city: 'Brooklyn', client: 'Riverside Holdings', hasBoundary: true },
  texts: [],
  documents: [{ id: 'd1', title: 'Sanborn 1910', category: 'sanborn_maps', isCited: true }],
};
const written = (text: string, key = 'interviews'): Partial<Evidence> => ({
  texts: [{ key, label: 'Interviews', text }],
});
const mentioned = (...mentions: Partial<HeldMention>[]): Partial<Evidence> => ({
  features: [{ ...feature, mentions: [mention, ...mentions.map((one) => ({ ...mention, ...one }))] }],
});

const record = { id: 'r1', list: 'LUST', name: 'CORNER STATION', certainty: 'within', onProperty: 'off' };
const not = { kind: 'not_relevant', codes: ['distance'], text: '', changes: [] };
const change = { field: 'status', before: 'Closed', now: 'Open' };
const distance = {
  ...{ title: 'Leaking storage tanks', kind: 'miles', miles: 0.5, defaultKind: 'miles', defaultMiles: 0.5, reason: '' },
};
const NO_RECORDS: RecordEvidence = {
  hits: [],
  lists: [],
  distances: [],
  isConfirmed: true,
  data: [],
  today: '2026-10-01',
};
const records = (fault: Partial<RecordEvidence>): Partial<Evidence> => ({ records: { ...NO_RECORDS, ...fault } });
const hit = (fault: Partial<ReviewedHit>): Partial<Evidence> =>
  records({ hits: [{ ...record, isAdjoining: false, isRequested: false, ...fault }] });

const SENTENCE = 'The lien search has no date.';
const dates = (rule: RuleId): Partial<Evidence> => ({
  dates: [{ rule, severity: 'block', component: 'lien_search', sentence: SENTENCE }],
});

const FAULTS: [string, Partial<Evidence>, string][] = [
  ['AAI-1', dates('AAI-1'), SENTENCE],
  ['AAI-2', dates('AAI-2'), SENTENCE],
  ['AAI-3', dates('AAI-3'), SENTENCE],
  ['AAI-4', dates('AAI-4'), SENTENCE],
  ['AAI-5', dates('AAI-5'), SENTENCE],
  ['AAI-6', dates('AAI-6'), SENTENCE],
  ['DET-1', { features: [{ ...feature, determination: undefined }] }, 'Gas works'],
  ['DET-2', judged({ reason: ' ' }), 'Gas works'],
  ['DET-3', judged({ isByPerson: false }), 'Gas works'],
  ['DET-4', judged({ kind: 'crec', answers: [yes('controls', '')] }), 'Gas works'],
  ['DET-4', judged({ kind: 'hrec', answers: [yes('closure', 'Letter of 2003')] }), 'Gas works'],
  ['DET-5', judged({ stale: true }), 'Gas works'],
  ['DET-6', judged({ evidence: [] }), 'Gas works'],
  [
    'DET-7',
    {
      features: [{ ...feature, landUse: ['gas_station'], determination: { ...rec, kind: 'none', reason: 'Far off.' } }],
    },
    'Gas works',
  ],
  [
    'EVI-1',
    {
      features: [
        {
          ...feature,
          mentions: [mention, { ...mention, recordIds: ['r2'], isByPerson: false }],
          determination: { ...rec, evidence: ['r1', 'r2'] },
        },
      ],
    },
    'Gas works',
  ],
  ['EVI-2', { features: [{ ...feature, mentions: [{ ...mention, confidence: 4 }] }] }, 'Gas works'],
  ['EVI-5', { features: [{ ...feature, mentions: [mention, { ...mention, hasSource: false }] }] }, 'Gas works'],
  ['EVI-3', mentioned({ useType: 'current' }, { useType: 'historical' }), 'Gas works'],
  ['EVI-4', mentioned({ sheet: { ...sheet, year: undefined } }), 'Gas works'],
  ['FIG-1', { features: [{ ...feature, mentions: [{ ...mention, sheet: undefined }] }] }, 'Gas works'],
  ['FIG-2', mentioned({ sheet: { ...sheet, dpi: 150 } }), 'Gas works'],
  ['EP-2', { openedPages: new Set() }, 'Sanborn 1910, page 3: Gas works'],
  [
    'EP-2',
    { ...judged({ kind: 'crec', answers: [yes('controls', 'Deed')] }), openedPages: new Set() },
    'Sanborn 1910, page 3: Gas works',
  ],
  ['FIG-6', { photographs: [{ ...photograph, hasPlace: false }] }, 'vent.jpg'],
  ['EP-3', { licenceExpiresOn: '2026-09-30' }, 'Ada Marsh'],
  ['EP-4', { insuranceExpiresOn: '2026-10-14' }, 'Insurance until 2026-10-14'],
  ['EP-4', { insuranceExpiresOn: '2026-09-30', deliveryDate: '' }, 'Insurance until 2026-09-30'],
  ['REL-1', { relianceLetterDate: '2026-10-01' }, 'Reliance letter of 2026-10-01'],
  ['SITE-1', { property: { ...CLEAN.property, hasBoundary: false } }, '214 Kent Avenue'],
  ['SRC-2', { documents: [{ ...CLEAN.documents[0]!, isCited: false }] }, 'Sanborn 1910'],
  ['CON-1', written('No conditions were found.', 'conclusions'), 'Gas works'],
  ['CON-2', { ...written('The gas works is a REC.', 'conclusions'), ...judged({ kind: 'ber' }) }, 'Gas works'],
  ['TXT-1', written('We visited 241 Kent Avenue.'), 'Interviews: 241 Kent Avenue'],
  ['TXT-2', written('The owner of Riversde Holdings was asked.'), 'Interviews: Riversde'],
  ['TXT-3', written('The owner, [insert name], was asked.'), 'Interviews: [insert name]'],
  ['TXT-3', written('Asked by {{professional}}.'), 'Interviews: {{professional}}'],
  ['TXT-4', written('As E1527-13 asks.'), 'Interviews: E1527-13'],
  ['TXT-5', judged({ kind: 'none', reason: 'A former REC, 400 ft off.' }), 'Gas works'],
  ['EP-1', { professional: '' }, 'Environmental professional'],
  ['EVI-6', { proposals: 84 }, '84 proposals'],
  ['EVI-6', { proposals: 1 }, '1 proposal'],
  ['FIG-3', { photographs: [{ ...photograph, caption: ' ' }] }, 'vent.jpg'],
  ['FIG-4', { photographs: [{ ...photograph, takenOn: '2026-06-02' }] }, 'vent.jpg'],
  ['COV-1', covered(LATE), 'Oldest source: 1950'],
  [
    'COV-1',
    covered([...ALL_STATED.map((one) => ({ ...one, state: 'unavailable' as const }))]),
    'No historical source has a year',
  ],
  ['COV-1', { coverage: { ...covered(ALL_STATED).coverage, firstUse: 1887 } }, 'Oldest source: 1910'],
  ['COV-2', covered(ALL_STATED, document('sanborn_maps', 1930)), '1919 to 1930'],
  ['COV-3', covered(ALL_STATED.filter(({ source }) => source !== 'city_directories')), 'City directories'],
  ['COV-4', covered([...STATED, ...ADJOINING.slice(1)]), 'Regulatory database'],
  ['GAP-1', { gaps: [{ ...gap, significant: undefined }] }, gap.label],
  ['GAP-1', { gaps: [{ ...gap, reason: '' }] }, gap.label],
  ['GAP-1', { gaps: [{ ...gap, tried: '' }] }, gap.label],
  ['GAP-2', { gaps: [{ ...gap, significant: true }] }, gap.label],
  ['USR-1', { userAnswers: [] }, 'Questionnaire'],
  [
    'USR-1',
    { userAnswers: USER_QUESTIONNAIRE.slice(1).map(({ id }) => ({ question: id })) },
    USER_QUESTIONNAIRE[0]?.text ?? '',
  ],
  ['USR-2', { lienSearches: 0 }, 'Lien search'],
  ['INT-1', { interviews: [{ role: 'owner' }, { role: 'occupant' }] }, 'Local official'],
  ['REC-4', records({ distances: [{ ...distance, miles: 0.25 }] }), 'Leaking storage tanks'],
  ['REC-2', hit({ isAdjoining: true }), 'CORNER STATION'],
  ['REC-5', hit({ certainty: 'orphan' }), 'CORNER STATION'],
  ['REC-6', records({ lists: [{ title: 'Landfills', isLoaded: false, isReported: false }] }), 'Landfills'],
  ['REC-7', records({ data: [{ name: 'Tanks', agencyDate: '2026-03-01' }] }), 'Tanks: 214 days old, of 2026-03-01'],
  ['REC-7', records({ data: [{ name: 'Tanks', agencyDate: '2026-06-01' }] }), 'Tanks: 122 days old, of 2026-06-01'],
  ['REC-11', records({ isConfirmed: false }), 'Search distances'],
  ['REC-8', hit({ onProperty: 'perhaps' }), 'CORNER STATION'],
  ['REC-9', hit({ disposition: { ...not, codes: ['status'] } }), `CORNER STATION: ${CLOSED_ALONE}`],
  ['REC-10', hit({ disposition: { ...not, changes: [change] } }), 'CORNER STATION: Open was Closed'],
  ['GAP-4', { visits: [{ ...visit, notSeen: ['wells'] }] }, '2026-06-01: Wells'],
  [
    'SRC-3',
    { documents: [{ id: 'd2', title: 'Phase I of 2014', category: 'phase_1_esa', isCited: false }] },
    'Phase I of 2014',
  ],
  [
    'CON-3',
    { ...written('We recommend a Phase II.', 'conclusions'), ...judged({ kind: 'ber' }) },
    'Interviews: recommend',
  ],
  ['SITE-2', written('A flat lot of 2 acres.', 'site_description'), 'Interviews'],
  ['SITE-3', written('Glacial till over shale.', 'physical_setting'), 'Interviews'],
  ['GAP-3', { visits: [visit, { ...visit, id: 'v2', accessGranted: false }] }, '2026-06-01'],
];

it('finds nothing in an assessment without faults', () => {
  expect(reviewList(CLEAN)).toEqual([]);
});

it('blocks lists older than 180 days, and warns of those older than 90 (REC-7)', () => {
  const severityOf = (agencyDate: string) =>
    reviewList({ ...CLEAN, ...records({ data: [{ name: 'Tanks', agencyDate }] }) }).map(({ severity }) => severity);
  expect(severityOf('2026-03-01')).toEqual(['block']);
  expect(severityOf('2026-04-04')).toEqual(['warn']);
  expect(severityOf('2026-07-03')).toEqual([]);
});

it.each(FAULTS)('finds the seeded fault of %s (%j)', (rule, fault, label) => {
  expect(reviewList({ ...CLEAN, ...fault })).toMatchObject([{ rule, items: [{ label }] }]);
});

it('has a seeded fault for each rule, and blocking rules first', () => {
  expect(new Set(FAULTS.map(([rule]) => rule))).toEqual(new Set(RULES.map(({ rule }) => rule)));
  const severities = RULES.map(({ severity }) => severity);
  expect(severities).toEqual([...severities].sort());
});

it('finds nothing in decided records, longer distances and recent lists', () => {
  const evidence: RecordEvidence = {
    hits: [
      {
        ...record,
        onProperty: 'perhaps',
        isAdjoining: false,
        isRequested: false,
        disposition: { ...not, kind: 'relevant' },
      },
    ],
    lists: [{ title: 'Landfills', isLoaded: true, isReported: false }],
    distances: [
      { ...distance, miles: 1 },
      { ...distance, miles: 0.1, reason: 'A river between' },
    ],
    isConfirmed: true,
    data: [
      { name: 'Tanks', agencyDate: '2026-09-01' },
      { name: 'Undated', agencyDate: '' },
    ],
    today: '2026-10-01',
  };
  expect(reviewList({ ...CLEAN, records: evidence })).toEqual([]);
});

it('accepts texts that are right', () => {
  const text = 'At 214 Kent Ave, Riverside Holdings followed E1527-21. The Gas works is a REC.';
  expect(reviewList({ ...CLEAN, ...written(text, 'conclusions') })).toEqual([]);
  expect(reviewList({ ...CLEAN, ...judged({ kind: 'none', reason: 'Not a REC, 400 ft off.' }) })).toEqual([]);
});

it('accepts advice against further work, and an earlier report that a text names (CON-3, SRC-3)', () => {
  const text = 'No further assessment is recommended. The Phase I of 2014 found nothing.';
  const documents = [{ id: 'd2', title: 'Phase I of 2014', category: 'phase_1_esa', isCited: false }];
  expect(reviewList({ ...CLEAN, ...written(text), ...judged({ kind: 'ber' }), documents })).toEqual([]);
});

it('asks for no file of records that were requested, dismissed or explained by a gap', () => {
  const adjoining = { isAdjoining: true };
  expect(reviewList({ ...CLEAN, ...hit({ ...adjoining, isRequested: true }) })).toEqual([]);
  expect(reviewList({ ...CLEAN, ...hit(adjoining), gaps: [{ ...gap, kind: 'agency_file' }] })).toEqual([]);
});

it('asks for no citation of a source that a person states to show nothing', () => {
  const { coverage } = covered(ALL_STATED, document('sanborn_maps', 1912));
  const documents = [{ id: 'sanborn_maps', title: 'Sanborn 1912', category: 'sanborn_maps', isCited: false }];
  expect(reviewList({ ...CLEAN, coverage, documents })).toEqual([]);
});

it('names each page that the professional never opened once, with its document, and only behind RECs and CRECs (EP-2)', () => {
  const unopened = { openedPages: new Set<string>() };
  const twice = { ...feature, id: 'f2', name: 'Tar well' };
  const page = { kind: 'page', id: 'page1', document_id: 'd1', annotation_id: 'a1' };
  expect(reviewList({ ...CLEAN, features: [feature, twice], ...unopened })).toMatchObject([
    { rule: 'EP-2', severity: 'warn', items: [{ ...page, label: 'Sanborn 1910, page 3: Gas works, Tar well' }] },
  ]);
  const other = { ...mention, recordIds: ['r2'], sheet: { ...sheet, page: { ...sheet.page, id: 'page2' } } };
  const uncited = { ...feature, mentions: [mention, other] };
  expect(reviewList({ ...CLEAN, features: [uncited] })).toEqual([]);
  expect(reviewList({ ...CLEAN, ...judged({ kind: 'ber' }), ...unopened })).toEqual([]);
  expect(reviewList({ ...CLEAN, openedPages: undefined })).toEqual([]);
  expect(reviewList({ ...CLEAN, documents: [], ...unopened })).toEqual([]);
  const edited = { ...other, recordIds: ['r3', 'r1'] };
  expect(reviewList({ ...CLEAN, features: [{ ...feature, mentions: [mention, edited] }] })).toMatchObject([
    { rule: 'EP-2', items: [{ id: 'page2' }] },
  ]);
});

it('finds the evidence of a determination whose mention was edited since (DET-6)', () => {
  const features = [{ ...feature, mentions: [{ ...mention, recordIds: ['r2', 'r1'] }] }];
  expect(reviewList({ ...CLEAN, features })).toEqual([]);
});

it('lists unopened pages of one document in page order, with the features that rest on each (EP-2)', () => {
  const on = (number: number, documentId: string) => ({
    ...mention,
    sheet: {
      ...sheet,
      page: { ...sheet.page, id: `${documentId} ${number}`, documentId, label: `page ${number}`, number },
    },
  });
  const resting = (name: string, ...mentions: (typeof mention)[]) => ({ ...feature, id: name, name, mentions });
  const features = [resting('Gas works', on(10, 'd1'), on(4, 'd2')), resting('Tar well', on(2, 'd1'), on(10, 'd1'))];
  const documents = ['d1', 'd2'].map((id) => ({ ...CLEAN.documents[0]!, id }));
  const [found] = reviewList({ ...CLEAN, documents, features, openedPages: new Set<string>() }).filter(
    ({ rule }) => rule === 'EP-2',
  );
  expect(found?.items.map(({ label }) => label)).toEqual([
    'page 2: Tar well',
    'page 10: Gas works, Tar well',
    'page 4: Gas works',
  ]);
});

it('ignores unknown days', () => {
  expect(reviewList({ ...CLEAN, photographs: [{ ...photograph, takenOn: '' }] })).toEqual([]);
});

it('names the interval without a gap, whose form can be opened', () => {
  const [found] = reviewList({ ...CLEAN, ...covered(ALL_STATED, document('sanborn_maps', 1930)) });
  expect(found).toMatchObject({ rule: 'COV-2', items: [{ kind: 'sources', id: '1919-1930-property' }] });
});

it('is satisfied by gaps that explain what is missing', () => {
  const rulesOf = (fault: Partial<Evidence>, over: Partial<EvidenceGap>) =>
    reviewList({ ...CLEAN, ...fault, gaps: [{ ...gap, ...over }] }).map(({ rule }) => rule);
  expect(rulesOf(covered(LATE), { kind: 'data_failure' })).toEqual([]);
  expect(rulesOf(covered(LATE), { kind: 'data_failure', area: 'adjoining' })).toEqual(['COV-1']);
  const apart = covered(ALL_STATED, document('sanborn_maps', 1930));
  expect(rulesOf(apart, {})).toEqual([]);
  expect(rulesOf(apart, { toYear: 1927 })).toEqual(['COV-2']);
  const missing = covered(ALL_STATED.filter(({ source }) => source !== 'city_directories'));
  expect(rulesOf(missing, { kind: 'source', source: 'city_directories' })).toEqual([]);
  expect(rulesOf(missing, { kind: 'source', source: 'city_directories', area: 'adjoining' })).toEqual(['COV-3']);
  expect(rulesOf({ interviews: [] }, { kind: 'interview' })).toEqual([]);
  expect(rulesOf({ lienSearches: 0 }, { kind: 'liens' })).toEqual([]);
  expect(rulesOf({ userAnswers: [] }, { kind: 'questionnaire' })).toEqual([]);
  expect(rulesOf({ visits: [{ ...visit, accessGranted: false }] }, { kind: 'access' })).toEqual([]);
  expect(rulesOf({ visits: [{ ...visit, notSeen: ['wells'] }] }, { kind: 'access' })).toEqual([]);
});

it('asks for no gap of a planned visit without access (GAP-3)', () => {
  const planned = { ...visit, id: 'v2', day: '2026-10-02', accessGranted: false };
  expect(reviewList({ ...CLEAN, visits: [visit, planned] })).toEqual([]);
});

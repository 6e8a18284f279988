import type {
  EvidenceAgencyRequest,
  EvidenceCoverage,
  EvidenceInterview,
  EvidenceRecords,
  EvidenceVisit,
} from '../evidence.js';
import type { Block, Fact, TableBlock, Text } from './model.js';
import { heading, paragraph, prose } from './prose.js';
import type { Sources } from './sources.js';
import { AREA_NAMES, CHECKLIST_ANSWERS, COVERAGE_STATES, dayText, numberText } from './words.js';

export function recordsReview(sources: Sources): Block[] {
  const { records } = sources.evidence;
  return [
    ...prose(sources, 'records_review', ''),
    heading('Lists searched'),
    ...(records ? listsSearched(records) : [paragraph('No search of agency lists is recorded.')]),
    ...requestsToAgencies(sources.evidence.agency_requests ?? []),
  ];
}

function listsSearched({ searched_at: at, lists }: EvidenceRecords): Block[] {
  return [
    paragraph(
      `Agency lists were searched on ${dayText(at)} from the boundary of the property. Every record found is in the appendix of records.`,
    ),
    {
      kind: 'table',
      columns: [
        { title: 'List', width: 3.4 },
        { title: 'Distance', width: 1.1 },
        { title: 'Records', width: 1.2 },
        { title: 'Data searched', width: 3.6 },
      ],
      rows: lists.map((list) => [
        [list.title],
        [`${numberText(list.distance_miles, 3)} mi`],
        [list.searched ? numberText(list.hits) : 'Not searched'],
        [list.data.map(({ name, agency_date: date }) => (date ? `${name}, ${dayText(date)}` : name)).join('; ')],
      ]),
    },
  ];
}

const OUTCOMES: Readonly<Record<string, string>> = {
  records: 'Records received',
  none: 'No records',
  refused: 'Refused',
  fee: 'Fee asked',
  no_answer: 'No answer: data gap',
};

function requestsToAgencies(requests: readonly EvidenceAgencyRequest[]): Block[] {
  if (requests.length === 0) return [];
  return [
    heading('Requests to agencies'),
    {
      kind: 'table',
      columns: [
        { title: 'Agency', width: 2.6 },
        { title: 'Subject', width: 2.4 },
        { title: 'Sent', width: 1.4 },
        { title: 'Days', width: 0.8 },
        { title: 'Answer', width: 2 },
      ],
      rows: requests.map(({ agency, subject, sent_on: sent, days, outcome, answered_on: answered }) => {
        const answer = outcome === undefined ? 'None yet' : (OUTCOMES[outcome] ?? outcome);
        return [
          [agency],
          [subject],
          [dayText(sent)],
          [numberText(days)],
          [answered && outcome !== 'no_answer' ? `${answer}, ${dayText(answered)}` : answer],
        ];
      }),
    },
  ];
}

export function interviews(sources: Sources): Block[] {
  const { interviews: all = [] } = sources.evidence;
  return [
    ...prose(sources, 'interviews', all.length > 0 ? '' : undefined),
    ...all.filter(({ answered }) => answered).flatMap(interviewBlocks),
    ...attempts(all.filter(({ answered }) => !answered)),
  ];
}

const interviewBlocks = ({ role, person, date, method, text }: EvidenceInterview): Block[] => [
  heading(`${role}: ${person}`),
  paragraph(`${method}, ${dayText(date)}`),
  ...text.split(/\n\s*\n/).map((each) => paragraph(each.trim())),
];

const attempts = (unanswered: readonly EvidenceInterview[]): Block[] =>
  unanswered.length === 0
    ? []
    : [
        heading('Attempts without an answer'),
        {
          kind: 'table',
          columns: [
            { title: 'Role', width: 1.6 },
            { title: 'Person', width: 2.4 },
            { title: 'Attempt', width: 2.2 },
            { title: 'Remark', width: 3.2 },
          ],
          rows: unanswered.map(({ role, person, date, method, text }) => [
            [role],
            [person],
            [`${method}, ${dayText(date)}`],
            [text],
          ]),
        },
      ];

/** Decades in a table: more do not fit on a page. */
const DECADES = 8;

export function historicalUse(sources: Sources): Block[] {
  const { coverage } = sources.evidence;
  const { length } = coverage.decades;
  const perTable = Math.ceil(length / Math.ceil(length / DECADES));
  const tables: Block[] = [];
  for (let from = 0; from < length; from += perTable)
    tables.push(coverageTable(sources, coverage, from, from + perTable));
  return [
    ...prose(sources, 'historical_use', ''),
    heading('Sources by decade'),
    ...(coverage.rows.length > 0 && tables.length > 0
      ? [paragraph('A reference such as S1 names a source of the appendix of sources.'), ...tables]
      : [paragraph('No coverage of sources is recorded.')]),
  ];
}

function coverageTable(sources: Sources, { decades, rows }: EvidenceCoverage, from: number, to: number): TableBlock {
  const shown = decades.slice(from, to);
  return {
    kind: 'table',
    columns: [
      { title: 'Source', width: 2 },
      { title: 'Area', width: 1.1 },
      ...shown.map((decade) => ({ title: `${decade}s`, width: 0.9, centered: true })),
    ],
    rows: rows.map(({ source, area, cells }) => [
      [source],
      [AREA_NAMES[area]],
      ...shown.map((_, at) => cellText(sources, cells[from + at])),
    ]),
  };
}

function cellText(sources: Sources, cell: EvidenceCoverage['rows'][number]['cells'][number] | undefined): Text {
  if (!cell) return [''];
  const documents = cell.documents.map((id) => sources.reference(id)).join(' ');
  return [[documents, cell.state ? COVERAGE_STATES[cell.state] : ''].filter(Boolean).join(', ')];
}

export function siteReconnaissance(sources: Sources): Block[] {
  const { visits } = sources.evidence;
  return [
    ...prose(sources, 'site_reconnaissance', ''),
    ...(visits.length > 0 ? visits.flatMap(visitBlocks) : [paragraph('No visit is recorded.')]),
  ];
}

function visitBlocks(visit: EvidenceVisit): Block[] {
  const facts: [label: string, text: string][] = [
    ['Time', visit.time ?? ''],
    ['Investigator', visit.investigator],
    ['Weather', visit.weather],
    ['Access', visit.access_granted ? 'Granted' : 'Not granted'],
    ['Limits of access', visit.access_notes],
    ['Observations', visit.findings],
  ];
  return [
    heading(`Visit of ${dayText(visit.date)}`),
    {
      kind: 'facts',
      facts: facts.filter(([, text]) => text.trim() !== '').map(([label, text]): Fact => ({ label, text: [text] })),
    },
    ...(visit.checklist.length > 0 ? [checklist(visit)] : []),
  ];
}

const checklist = (visit: EvidenceVisit): TableBlock => ({
  kind: 'table',
  columns: [
    { title: 'Item', width: 3 },
    { title: 'Observation', width: 1.6 },
    { title: 'Remark', width: 4 },
  ],
  rows: visit.checklist.map(({ item, answer, note }) => [
    [item],
    [answer === undefined ? '' : CHECKLIST_ANSWERS[answer]],
    [note],
  ]),
});

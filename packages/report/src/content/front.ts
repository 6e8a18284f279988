import type { EvidenceFeature } from '../evidence.js';
import { refusedVisits } from './judgement.js';
import type { Block, Fact, TableBlock } from './model.js';
import { heading, paragraph, prose } from './prose.js';
import type { Sources } from './sources.js';
import { COMPONENT_NAMES, dayText, KIND_LABELS, KINDS, listText, numberText, placeText, sentenceOf } from './words.js';

export const executiveSummary = (sources: Sources): Block[] => [
  ...prose(sources, 'executive_summary', ''),
  heading('Determinations'),
  ...determinations(sources),
  heading('Significant data gaps'),
  ...significantGaps(sources),
];

/** A row for each feature, a column for each kind of determination. */
function determinations(sources: Sources): Block[] {
  const { features } = sources.evidence;
  if (features.length === 0) return [paragraph('No feature of interest was identified.')];
  const table: TableBlock = {
    kind: 'table',
    columns: [
      { title: 'Ref.', width: 0.6 },
      { title: 'Feature', width: 2.2 },
      { title: 'Place', width: 2.2 },
      ...KINDS.map((kind) => ({ title: KIND_LABELS[kind], width: kind === 'de_minimis' ? 1.15 : 0.8, centered: true })),
    ],
    rows: features.map((feature) => [
      [sources.reference(feature.id)],
      [feature.name],
      [placeText(feature)],
      ...KINDS.map((kind) => [feature.determination?.kind === kind ? '•' : '']),
    ]),
  };
  const open = features.filter((feature) => !feature.determination);
  return [table, ...(open.length > 0 ? [undetermined(sources, open)] : [])];
}

const undetermined = (sources: Sources, features: readonly EvidenceFeature[]): Block => ({
  kind: 'notice',
  text: [
    sentenceOf(
      `Without a determination: ${listText(features.map(({ id, name }) => `${sources.reference(id)} ${name}`))}`,
    ),
  ],
});

function significantGaps({ evidence }: Sources): Block[] {
  const gaps = evidence.gaps.filter(({ significant }) => significant === true);
  return [
    ...(gaps.length === 0 ? [paragraph('No significant data gap was stated.')] : []),
    ...gaps.map(({ title, effect }): Block => ({
      kind: 'paragraph',
      text: [{ bold: `${sentenceOf(title)} ` }, effect],
    })),
    ...refusedVisits(evidence),
  ];
}

export function introduction(sources: Sources): Block[] {
  const { assessment, boundary, project } = sources.evidence;
  const facts: (Fact | undefined)[] = [
    fact('Standard', assessment.standard),
    fact('Purpose', assessment.purpose),
    fact('User', assessment.user ?? project.client_company),
    fact('Reliance', listText(assessment.reliance)),
    fact('Planned acquisition', assessment.acquisition_date && dayText(assessment.acquisition_date)),
    fact(
      'Boundary',
      boundary && `${numberText(boundary.area_acres, 2)} acres, ${numberText(boundary.perimeter_ft)} ft around`,
    ),
  ];
  return [
    ...prose(sources, 'introduction', ''),
    { kind: 'facts', facts: facts.filter((one) => one !== undefined) },
    heading('Dates of the components'),
    paragraph(validityText(sources)),
    {
      kind: 'table',
      columns: [
        { title: 'Component', width: 4 },
        { title: 'Completed', width: 2 },
        { title: 'Remark', width: 3 },
      ],
      rows: assessment.components.map(({ kind, date, note }) => [
        [COMPONENT_NAMES[kind]],
        [date === undefined ? 'No date' : dayText(date)],
        [note ?? ''],
      ]),
    },
  ];
}

const fact = (label: string, text: string | undefined): Fact | undefined =>
  text === undefined || text === '' ? undefined : { label, text: [text] };

function validityText({ evidence: { assessment } }: Sources): string {
  const until = assessment.expires_on;
  return until === undefined
    ? 'The components have no dates, so that the last day of validity is not known.'
    : `The earliest component decides how long the assessment may be relied on: until ${dayText(until)}.`;
}

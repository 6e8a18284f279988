import type { Difference, FieldChange } from '../difference.js';
import type { EvidencePage, EvidencePhotograph } from '../evidence.js';
import type { Block, Chapter, FigureBlock, PhotographBlock, Text } from './model.js';
import { byYear } from './judgement.js';
import { coverageAppendix } from './coverage-appendix.js';
import { paragraph, prose } from './prose.js';
import { sitePlanBlocks } from './site-plan.js';
import type { PrintedFigure, Sources } from './sources.js';
import { UNREVIEWED_TITLE } from './unreviewed-title.js';
import { questionnaireAppendix } from './user.js';
import { authorText, dayText, numberText, sentenceOf, wordsOf } from './words.js';

/** Appendices A, B and so on; those without contents are omitted, but figures and sources never. */
export function appendices(sources: Sources, changes: Difference[] | undefined): Chapter[] {
  const parts: Omit<Chapter, 'starts_page'>[] = [
    { key: 'figures', title: 'Figures', blocks: figures(sources) },
    { key: 'photographs', title: 'Photographs', blocks: photographs(sources) },
    { key: 'chronology', title: 'Chronology', blocks: chronology(sources) },
    { key: 'records', title: 'Records', blocks: records(sources) },
    { key: 'coverage', title: 'Coverage and data gaps', blocks: coverageAppendix(sources) },
    { key: 'questionnaire', title: 'Questionnaire of the user', blocks: questionnaireAppendix(sources) },
    { key: 'sources', title: 'Sources', blocks: sourceTable(sources) },
    { key: 'further_documents', title: 'Further documents', blocks: prose(sources, 'appendices', '') },
    { key: 'changes', title: 'Changes since the previous version', blocks: changeTable(sources, changes) },
    // the last one: nothing without review is before it
    { key: 'unreviewed', title: UNREVIEWED_TITLE, blocks: unreviewed(sources) },
  ];
  return parts
    .filter(({ blocks }) => blocks.length > 0)
    .map((part, at) => ({ ...part, title: `Appendix ${letterOf(at)}  ${part.title}`, starts_page: true }));
}

const letterOf = (at: number): string => String.fromCodePoint(65 + at);

function figures(sources: Sources): Block[] {
  const reviewed = sources.printed.figures.filter((figure) => figure.reviewed);
  const blocks = [...sitePlanBlocks(sources), ...reviewed.map((figure) => figureBlock(sources, figure))];
  return blocks.length > 0 ? blocks : [paragraph('No figure was chosen.')];
}

/** With source, place, author and resolution in the caption. */
function figureBlock(sources: Sources, figure: PrintedFigure): FigureBlock {
  const annotation = sources.annotations.get(figure.annotation_id);
  const page = sources.pages.get(figure.page_id);
  const document = page && sources.documents.get(page.document_id);
  if (!annotation || !page || !document) throw new Error(`The evidence lacks the source of figure ${figure.number}.`);
  const label =
    sources.evidence.figures.find((one) => one.annotation_id === annotation.id)?.caption ?? annotation.label;
  const place = [page.sheet_number === undefined ? '' : `sheet ${page.sheet_number}`, `page ${page.page_number}`];
  const year = String(sources.yearOfMark(annotation) ?? '');
  /** Of the sheet or listing, without the year if the title has it. */
  const from = (title: string): string =>
    [title, title.includes(year) ? '' : year, ...place].filter(Boolean).join(', ');
  const where = from(document.title);
  return {
    ...{ kind: 'figure', title: from(label), number: figure.number, file: figure.file },
    ...{ width_in: figure.width_in, height_in: figure.height_in },
    alt: `${label}, marked on ${where}`,
    caption: [
      { bold: `${sentenceOf(label)} ` },
      `${where} (${sources.reference(document.id)}). ${scaleText(page)} ${northText(page)} `,
      `${resolutionText(figure)} ${markText(sources, figure)} `,
      { link: 'Open the sheet', href: sources.addressOf(annotation) },
    ],
  };
}

const BASES: Readonly<Record<string, string>> = {
  measured: 'Scale measured by a person.',
  georeference: 'Scale by the place of the sheet on the map.',
  scale_bar: 'Scale by the bar of the sheet.',
  volume: 'Scale by other sheets of the volume.',
  paper: 'Scale by the size of the sheet.',
};

const scaleText = ({ feet_per_pixel: feetPerPixel, scale_basis: basis }: EvidencePage): string =>
  feetPerPixel === undefined ? 'Scale not established.' : (BASES[basis ?? ''] ?? 'Scale as recorded.');

function northText({ north_degrees: degrees, north_basis: basis }: EvidencePage): string {
  if (degrees === undefined) return 'North not established.';
  return basis === 'georeference' ? 'North by the place of the sheet on the map.' : 'North as on the sheet.';
}

const resolutionText = ({ print_dpi: print, scan_dpi: scan }: PrintedFigure): string =>
  `Printed at ${numberText(print)} pixels an inch${scan > 0 ? `, scanned at ${numberText(scan)}` : ''}.`;

function markText(sources: Sources, { annotation_id: id }: PrintedFigure): string {
  const annotation = sources.annotations.get(id);
  if (!annotation) return '';
  const by = `Marked by ${authorText(annotation.author)}`;
  if (!annotation.reviewed) return `${by}; not reviewed by a person.`;
  return annotation.accepted_by === undefined
    ? sentenceOf(by)
    : `${by}, accepted by ${sentenceOf(annotation.accepted_by)}`;
}

function photographs(sources: Sources): Block[] {
  const photographs = new Map(sources.evidence.photographs.map((one) => [one.id, one]));
  return sources.printed.photographs.map((printed): PhotographBlock => {
    const photograph = photographs.get(printed.photograph_id);
    if (!photograph) throw new Error(`The evidence lacks photograph ${printed.number}.`);
    return {
      ...{ kind: 'photograph', number: printed.number, file: printed.file },
      ...{ width_in: printed.width_in, height_in: printed.height_in },
      alt: photograph.caption.trim() || 'Photograph without a caption',
      caption: photographCaption(sources, photograph),
    };
  });
}

function photographCaption(sources: Sources, photograph: EvidencePhotograph): Text {
  const { taken_at: taken, view_direction: direction, heading, feature_id: feature } = photograph;
  const view = direction ?? (heading === undefined ? undefined : `${numberText(heading)}°`);
  const visit = sources.evidence.visits.find(({ id }) => id === photograph.visit_id);
  const about = [
    taken === undefined ? visit && `Visit of ${dayText(visit.date)}` : `Taken ${takenText(taken)}`,
    view === undefined ? undefined : `looking ${view}`,
    feature === undefined ? undefined : `shows ${sources.reference(feature)}`,
  ].filter((part) => part !== undefined);
  const caption = photograph.caption.trim();
  return [
    ...(caption === '' ? [] : [{ bold: `${sentenceOf(caption)} ` }]),
    ...(about.length > 0 ? [`${about.join(', ')}.`] : []),
  ];
}

/** Local time of the camera. */
const takenText = (taken: string): string => `${dayText(taken.slice(0, 10))}, ${taken.slice(11, 16)}`;

function chronology(sources: Sources): Block[] {
  const dated = sources.evidence.mentions.filter(
    (mention) => mention.reviewed && sources.yearOf(mention) !== undefined,
  );
  if (dated.length === 0) return [];
  return [
    {
      kind: 'table',
      columns: [
        { title: 'Year', width: 0.7 },
        { title: 'Feature', width: 2.4 },
        { title: 'Source shows', width: 4.4 },
        { title: 'Source', width: 1.7 },
      ],
      rows: dated
        .toSorted(byYear(sources))
        .map((mention) => [
          [String(sources.yearOf(mention))],
          [featureText(sources, mention.feature_id)],
          [mention.narrative],
          sources.citation(mention),
        ]),
    },
  ];
}

function featureText(sources: Sources, id: string | undefined): string {
  const feature = sources.features.get(id ?? '');
  return feature ? `${sources.reference(feature.id)} ${feature.name}` : '';
}

function records({ evidence }: Sources): Block[] {
  if (!evidence.records || evidence.records.hits.length === 0) return [];
  return [
    {
      kind: 'table',
      columns: [
        { title: 'List', width: 1.6 },
        { title: 'Record', width: 2.3 },
        { title: 'Status', width: 1.2 },
        { title: 'Place', width: 1.3 },
        { title: 'Decision and reason', width: 2.8 },
      ],
      rows: evidence.records.hits.map((hit) => {
        const far = hit.distance_ft === undefined ? 'Without place' : `${numberText(hit.distance_ft)} ft`;
        const place = hit.on_property
          ? 'On the property'
          : [`${far} ${hit.direction ?? ''}`.trim(), hit.adjoining ? 'adjoining' : '', hit.gradient ?? '']
              .filter(Boolean)
              .join(', ');
        const { disposition } = hit;
        return [
          [hit.list],
          [[hit.name, hit.address].filter(Boolean).join(', ')],
          [hit.status ?? ''],
          [place],
          disposition
            ? [{ bold: `${sentenceOf(wordsOf(disposition.decision))} ` }, `${disposition.reason} (${disposition.by})`]
            : ['No decision is recorded.'],
        ];
      }),
    },
  ];
}

function sourceTable({ evidence }: Sources): Block[] {
  if (evidence.documents.length === 0) return [paragraph('No source is recorded.')];
  return [
    paragraph('The hash (SHA-256) of a file identifies it: a copy with the same hash is the file that was read.'),
    {
      kind: 'table',
      columns: [
        { title: 'Ref.', width: 0.5 },
        { title: 'Source', width: 3.6 },
        { title: 'Kind', width: 1.5 },
        { title: 'Pages', width: 0.6 },
        { title: 'SHA-256', width: 2.5 },
      ],
      rows: evidence.documents.map((document, at) => [
        [`S${at + 1}`],
        [
          [document.title, document.provider ?? '', yearsText(document.years)].filter(Boolean).join(', '),
          ' ',
          { code: document.file_name },
        ],
        [document.category_label],
        [numberText(document.total_pages)],
        [{ code: document.sha256 }],
      ]),
    },
  ];
}

const yearsText = (years: readonly number[]): string =>
  years.length > 1 ? `${years[0]} to ${years.at(-1)}` : years.join('');

function changeTable({ evidence }: Sources, changes: Difference[] | undefined): Block[] {
  if (changes === undefined) return [];
  const since = `version ${evidence.version.based_on ?? ''}`.trim();
  if (changes.length === 0) return [paragraph(`Nothing changed since ${since}.`)];
  return [
    paragraph(`Evidence that changed since ${since}:`),
    {
      kind: 'table',
      columns: [
        { title: 'What', width: 1.4 },
        { title: 'Name', width: 2.6 },
        { title: 'Change', width: 5 },
      ],
      rows: changes.map(({ kind, name, change, fields }) => [
        [kind],
        [name],
        [fields.length === 0 ? change : fields.map(changeText).join('; ')],
      ]),
    },
  ];
}

/** Lists are not printed: their JSON is no text for a reader. */
const changeText = ({ field, from, to }: FieldChange): string => {
  const name = wordsOf(field.replaceAll('.', ' '));
  return /^\[/.test(from || to) ? `${name} changed` : `${name}: ${from || 'empty'} → ${to || 'empty'}`;
};

function unreviewed(sources: Sources): Block[] {
  const mentions = sources.evidence.mentions.filter(({ reviewed }) => !reviewed);
  const shown = sources.printed.figures.filter(({ reviewed }) => !reviewed);
  if (mentions.length === 0 && shown.length === 0) return [];
  return [
    {
      kind: 'notice',
      text: [
        'No person reviewed the marks of this appendix. They are proposals of programs; no finding rests on them.',
      ],
    },
    ...(mentions.length > 0
      ? [
          {
            kind: 'table' as const,
            columns: [
              { title: 'Year', width: 0.7 },
              { title: 'Reading of a program', width: 4.6 },
              { title: 'Conf.', width: 0.7 },
              { title: 'Author', width: 1.6 },
              { title: 'Source', width: 1.7 },
            ],
            rows: mentions
              .toSorted(byYear(sources))
              .map((mention) => [
                [String(sources.yearOf(mention) ?? '')],
                [mention.narrative],
                [`${mention.confidence}/10`],
                [authorText(mention.author)],
                sources.citation(mention),
              ]),
          },
        ]
      : []),
    ...shown.map((figure) => figureBlock(sources, figure)),
  ];
}

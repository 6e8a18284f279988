import type { Evidence, EvidenceFeature, EvidenceGap, EvidenceMention } from '../evidence.js';
import type { Block, Fact, TableBlock } from './model.js';
import { heading, paragraph, prose } from './prose.js';
import type { Sources } from './sources.js';
import {
  AREA_NAMES,
  authorText,
  countText,
  dayText,
  KIND_LABELS,
  KIND_NAMES,
  KINDS,
  listText,
  placeText,
  sentenceOf,
  wordsOf,
} from './words.js';

/** Each feature with its determination and the mentions that a person reviewed. */
export function findings(sources: Sources): Block[] {
  const { features, mentions } = sources.evidence;
  const reviewed = mentions.filter((mention) => mention.reviewed);
  const loose = reviewed.filter(({ feature_id: feature }) => feature === undefined || !sources.features.has(feature));
  return [
    ...prose(sources, 'conditions', ''),
    ...(features.length === 0 ? [paragraph('No feature of interest was identified.')] : []),
    ...features.flatMap((feature) =>
      featureBlocks(
        sources,
        feature,
        reviewed.filter(({ feature_id: id }) => id === feature.id),
      ),
    ),
    ...(loose.length > 0 ? [heading('Observations without a feature'), mentionTable(sources, loose)] : []),
  ];
}

function featureBlocks(sources: Sources, feature: EvidenceFeature, mentions: EvidenceMention[]): Block[] {
  const { determination } = feature;
  const facts: Fact[] = [
    { label: 'Use', text: [feature.land_use.join(', ') || 'Not stated'] },
    { label: 'Place', text: [placeText(feature)] },
    {
      label: 'Determination',
      text: determination
        ? [
            { bold: KIND_LABELS[determination.kind] },
            `, by ${determination.by} on ${dayText(determination.created_at)}${determination.stale ? '; evidence changed since' : ''}`,
          ]
        : ['None was made.'],
    },
    ...(determination?.answers ?? []).map(({ question, answer }) => ({ label: question, text: [answer] })),
  ];
  return [
    heading(`${sources.reference(feature.id)}  ${feature.name}`),
    { kind: 'facts', facts },
    ...(determination ? [paragraph(determination.reason)] : []),
    ...(mentions.length > 0
      ? [mentionTable(sources, mentions)]
      : [paragraph('No reviewed mention of a source supports this feature.')]),
  ];
}

export const byYear =
  (sources: Sources) =>
  (a: EvidenceMention, b: EvidenceMention): number =>
    (sources.yearOf(a) ?? 9999) - (sources.yearOf(b) ?? 9999) || (a.id < b.id ? -1 : 1);

function mentionTable(sources: Sources, mentions: readonly EvidenceMention[]): TableBlock {
  return {
    kind: 'table',
    columns: [
      { title: 'Year', width: 0.7 },
      { title: 'Source shows', width: 4 },
      { title: 'Use', width: 1.1 },
      { title: 'Conf.', width: 0.7 },
      { title: 'Author', width: 1.5 },
      { title: 'Source', width: 1.6 },
    ],
    rows: mentions
      .toSorted(byYear(sources))
      .map((mention) => [
        [String(sources.yearOf(mention) ?? '')],
        [mention.narrative],
        [wordsOf(mention.use_type)],
        [`${mention.confidence}/10`],
        [authorText(mention.author)],
        sources.citation(mention),
      ]),
  };
}

export function dataGaps(sources: Sources): Block[] {
  const { gaps } = sources.evidence;
  return [
    ...prose(sources, 'data_gaps', ''),
    ...(gaps.length > 0 ? gaps.flatMap(gapBlocks) : [paragraph('No data gap is recorded.')]),
    ...refusedVisits(sources.evidence),
  ];
}

/** Named beside the gaps: people may have stated none of access. */
export function refusedVisits({ visits }: Pick<Evidence, 'visits'>): Block[] {
  const days = visits.filter((visit) => !visit.access_granted).map(({ date }) => dayText(date));
  if (days.length === 0) return [];
  return [
    paragraph(`Access was not granted on ${days.length === 1 ? 'the visit' : 'the visits'} of ${listText(days)}.`),
  ];
}

function gapBlocks(gap: EvidenceGap): Block[] {
  const judged = { true: 'Yes', false: 'No', undefined: 'Not judged' }[`${gap.significant}`];
  const facts: [label: string, text: string][] = [
    ['Kind', wordsOf(gap.kind)],
    ['Area', gap.area ? AREA_NAMES[gap.area] : ''],
    ['Sources tried', gap.tried],
    ['Significant', judged],
    ['Reason', gap.reason],
    ['Effect on the opinion', gap.effect],
  ];
  return [
    heading(gap.title),
    {
      kind: 'facts',
      facts: facts.filter(([, text]) => text.trim() !== '').map(([label, text]): Fact => ({ label, text: [text] })),
    },
  ];
}

/** Conditions that the conclusions name. */
const NAMED = KINDS.filter((kind) => kind !== 'none');

export function conclusions(sources: Sources): Block[] {
  const { evidence } = sources;
  const ofKind = (kind: string): EvidenceFeature[] =>
    evidence.features.filter(({ determination }) => determination?.kind === kind);
  const counts = NAMED.flatMap((kind) => {
    const { length } = ofKind(kind);
    return length > 0 || kind === 'rec' || kind === 'crec' ? [countText(length, KIND_NAMES[kind])] : [];
  });
  const significant = evidence.gaps.filter((gap) => gap.significant === true);
  counts.push(countText(significant.length, ['significant data gap', 'significant data gaps']));
  return [
    ...(evidence.conclusions.text.trim() === '' ? [] : [paragraph(evidence.conclusions.text)]),
    paragraph(`This report names ${listText(counts)}.`),
    ...NAMED.flatMap((kind) =>
      ofKind(kind).map((feature): Block => ({
        kind: 'paragraph',
        text: [
          { bold: `${KIND_LABELS[kind]}: ` },
          `${sources.reference(feature.id)} ${sentenceOf(feature.name)} ${feature.determination?.reason ?? ''}`,
        ],
      })),
    ),
    ...significant.map((gap): Block => ({
      kind: 'paragraph',
      text: [{ bold: 'Significant data gap: ' }, `${sentenceOf(gap.title)} ${gap.effect}`],
    })),
  ];
}

export function declaration(sources: Sources): Block[] {
  const { professional, text } = sources.evidence.declaration;
  const facts: [label: string, text: string | undefined][] = [
    ['Name', professional?.name],
    ['Qualification', professional?.qualification],
    ['License', [professional?.licence, professional?.state].filter(Boolean).join(', ')],
    ['License expires', professional?.expires_on && dayText(professional.expires_on)],
  ];
  return [
    ...prose(sources, 'declaration', ''),
    ...(text.trim() === '' ? [] : [paragraph(text)]),
    ...(professional
      ? [
          {
            kind: 'facts' as const,
            facts: facts.flatMap(([label, value]): Fact[] => (value ? [{ label, text: [value] }] : [])),
          },
        ]
      : [{ kind: 'notice' as const, text: ['No environmental professional is named.'] }]),
    { kind: 'signature', lines: [professional?.name ?? 'Environmental professional', 'Signature and date'] },
  ];
}

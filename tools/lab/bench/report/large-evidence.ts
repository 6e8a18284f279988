import type { Evidence } from '@symbio/report';
import { sampleEvidence } from '@symbio/report/testing';

/** Parts of a large report. */
export interface Size {
  figures: number;
  photographs: number;
  /** Records near the property. */
  records: number;
  documents: number;
  /** Of each part that people write. */
  paragraphs: number;
}

const PROSE =
  'The sheets show dwellings and small stores along the street, with stables behind them; the yard was not built on. ';
const SENTENCES = 5;

const id = (kind: string, at: number): string => `${kind}-0000-4000-8000-${String(at).padStart(12, '0')}`;

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at + 1));

/** First of the sample, as the model of all. */
function model<T>(list: readonly T[] | undefined): T {
  const [first] = list ?? [];
  if (first === undefined) throw new Error('The sample evidence lacks a part.');
  return first;
}

/** Evidence of a report of so many parts, each feature with a figure, a mention and a determination. */
export function largeEvidence(size: Size, hashOf: (photographId: string) => string): Evidence {
  const sample = sampleEvidence();
  const [feature, mention, annotation] = [model(sample.features), model(sample.mentions), model(sample.annotations)];
  const [page, document, photograph] = [model(sample.pages), model(sample.documents), model(sample.photographs)];
  const hit = model(sample.records?.hits);
  const { determination } = feature;
  if (!sample.records || !determination) throw new Error('The sample evidence lacks a part.');
  return {
    ...sample,
    documents: times(size.documents, (at) => ({ ...document, id: id('doc', at), title: `Sheets of volume ${at}` })),
    pages: times(size.figures, (at) => ({
      ...{ ...page, id: id('page', at), page_number: at },
      document_id: id('doc', 1 + (at % size.documents)),
    })),
    annotations: times(size.figures, (at) => ({ ...annotation, id: id('mark', at), page_id: id('page', at) })),
    features: times(size.figures, (at) => ({
      ...{ ...feature, id: id('feature', at), name: `Gas works ${at}` },
      determination: { ...determination, id: id('determination', at), evidence_ids: [id('record', at)] },
    })),
    mentions: times(size.figures, (at) => ({
      ...{ ...mention, id: id('mention', at), history_id: id('record', at) },
      ...{ feature_id: id('feature', at), annotation_id: id('mark', at), narrative: `${mention.narrative} (${at})` },
    })),
    figures: times(size.figures, (at) => ({ annotation_id: id('mark', at) })),
    photographs: times(size.photographs, (at) => ({
      ...{ ...photograph, id: id('photograph', at), caption: `View ${at} of the yard.` },
      sha256: hashOf(id('photograph', at)),
    })),
    records: {
      ...sample.records,
      hits: times(size.records, (at) => ({ ...hit, id: id('hit', at), name: `Cleaners ${at}` })),
    },
    sections: sample.sections.map((section) => ({
      ...section,
      paragraphs: times(size.paragraphs, (at) => ({ text: `${at}. ${PROSE.repeat(SENTENCES)}`, evidence_ids: [] })),
    })),
  };
}

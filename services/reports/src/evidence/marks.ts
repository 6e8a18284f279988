/** Annotations, features and mentions of a version, and which annotations get a figure. */
import { QUESTIONS } from '@symbio/assessment';
import type { Annotation } from '@symbio/proto/annotation';
import type { Determination } from '@symbio/proto/feature';
import { listedYearOf } from '@symbio/proto/feature/listed-year';
import type { Author } from '@symbio/proto/identity';
import type {
  EvidenceAnnotation,
  EvidenceAuthor,
  EvidenceDetermination,
  EvidenceFeature,
  EvidenceFigure,
  EvidenceMention,
  EvidenceShape,
} from '@symbio/report';
import type { Sources } from './sources.js';
import { given, isoOf, ordered, rounded } from './values.js';

const verdictOf = ({ decisions }: Annotation): string => decisions.at(-1)?.verdict ?? '';
const isHuman = ({ authorType }: Pick<Annotation, 'authorType'>): boolean => authorType === 'human';

function shapeOf({ shape }: Annotation): EvidenceShape | undefined {
  switch (shape?.$case) {
    case 'ellipse': {
      const { centerX, centerY, radiusX, radiusY, theta } = shape.value;
      return {
        type: 'ellipse',
        ...{ center_x: rounded(centerX), center_y: rounded(centerY) },
        ...{ radius_x: rounded(radiusX), radius_y: rounded(radiusY), theta: rounded(theta) },
      };
    }
    case 'rectangle': {
      const { x, y, width, height } = shape.value;
      return {
        type: 'rectangle',
        ...{ x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) },
      };
    }
    case 'polygon':
      return { type: 'polygon', points: shape.value.points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })) };
    case undefined:
      return undefined;
  }
}

function authorOf(id: string, name: string, authors: ReadonlyMap<string, Author>): EvidenceAuthor {
  const author = authors.get(id);
  const isAgent = author?.authorType === 'ai_agent';
  return {
    id,
    name: (isAgent ? author.agentName : author?.displayName) || name,
    type: isAgent ? 'ai_agent' : 'human',
    ...(isAgent && author.agentVersion && { version: author.agentVersion }),
  };
}

/** Decided proposals are left out: the copy of an accepted one is a person's annotation. */
function annotationsOf({ annotations }: Sources, authors: ReadonlyMap<string, Author>): EvidenceAnnotation[] {
  const accepted = new Map(
    annotations.flatMap(({ decisions }) =>
      decisions.filter(({ verdict }) => verdict === 'accepted').map(({ copyId, authorName }) => [copyId, authorName]),
    ),
  );
  const open = annotations.filter((one) => isHuman(one) || !['accepted', 'rejected'].includes(verdictOf(one)));
  return ordered(open, ({ documentPageId }) => documentPageId).flatMap((annotation) => {
    const shape = shapeOf(annotation);
    if (!shape) return [];
    const acceptedBy = accepted.get(annotation.id);
    return {
      ...{ id: annotation.id, page_id: annotation.documentPageId, shape, label: annotation.content },
      author: authorOf(annotation.authorId, annotation.authorName, authors),
      reviewed: isHuman(annotation),
      ...(acceptedBy && { accepted_by: acceptedBy }),
      created_at: isoOf(annotation.createdAt),
    };
  });
}

const questionOf = (id: string): string => QUESTIONS.find((question) => question.id === id)?.text ?? id;

const determinationOf = (determination: Determination): EvidenceDetermination => ({
  ...{ id: determination.id, kind: determination.kind as EvidenceDetermination['kind'], reason: determination.reason },
  ...{ by: determination.authorName, created_at: isoOf(determination.createdAt), stale: determination.stale },
  answers: determination.answers.map(({ questionId, answer, note, evidenceIds }) => ({
    ...{ question: questionOf(questionId), answer: note ? `${answer}: ${note}` : answer, evidence_ids: evidenceIds },
  })),
  evidence_ids: determination.evidence,
});

function featuresOf({ features, landUses, determinations }: Sources): EvidenceFeature[] {
  const labels = new Map(landUses.map(({ value, label }) => [value, label]));
  const judged = new Map(determinations.map((one) => [one.featureId, { determination: determinationOf(one) }]));
  return ordered(features, ({ name }) => name).map(({ id, name, landUse, coordinate, relation }) => ({
    ...{ id, name, land_use: landUse.map((value) => labels.get(value) ?? value) },
    ...judged.get(id),
    ...(coordinate && { longitude: rounded(coordinate.longitude), latitude: rounded(coordinate.latitude) }),
    ...(relation && {
      relation: relation.relation as NonNullable<EvidenceFeature['relation']>,
      ...(relation.direction && { direction: relation.direction }),
      ...(relation.distanceFt !== undefined && { distance_ft: rounded(relation.distanceFt) }),
    }),
  }));
}

function mentionsOf(
  { mentions }: Sources,
  authors: ReadonlyMap<string, Author>,
  featureIds: ReadonlySet<string>,
  annotations: ReadonlyMap<string, EvidenceAnnotation>,
): EvidenceMention[] {
  const holding = mentions.filter(({ currentHistoryId }) => currentHistoryId !== '');
  return ordered(holding, ({ featureOfInterestId }) => featureOfInterestId).map((mention) => {
    const annotation = annotations.get(mention.sourceAnnotationId);
    const author = authorOf(mention.currentAuthorId || mention.authorId, '', authors);
    const year = listedYearOf(mention.currentNarrative);
    return {
      ...{ id: mention.id, history_id: mention.currentHistoryId },
      ...(featureIds.has(mention.featureOfInterestId) && { feature_id: mention.featureOfInterestId }),
      ...(annotation && { annotation_id: annotation.id }),
      ...(year && { year }),
      ...{ narrative: mention.currentNarrative, confidence: rounded(mention.currentConfidence ?? 0) },
      ...{ use_type: mention.currentUseType, author },
      reviewed: author.type === 'human' || annotation?.reviewed === true,
    };
  });
}

/** Annotations that a mention of a feature rests on: reviewed ones by feature, then the others. */
function figuresOf(
  features: readonly EvidenceFeature[],
  mentions: readonly EvidenceMention[],
  annotations: ReadonlyMap<string, EvidenceAnnotation>,
  pages: ReadonlySet<string>,
): EvidenceFigure[] {
  const cited = features.flatMap(({ id }) =>
    mentions.filter(({ feature_id }) => feature_id === id).flatMap(({ annotation_id }) => annotation_id ?? []),
  );
  const shown = [...new Set(cited)].flatMap((id) => {
    const annotation = annotations.get(id);
    return annotation && pages.has(annotation.page_id) ? annotation : [];
  });
  return [true, false].flatMap((reviewed) =>
    shown.filter((one) => one.reviewed === reviewed).map(({ id }) => ({ annotation_id: id })),
  );
}

/** @param pageIds pages with a picture */
export function marksOf(sources: Sources, pageIds: ReadonlySet<string>) {
  const authors = new Map(sources.authors.map((author) => [author.id, author]));
  const annotations = annotationsOf(sources, authors);
  const byId = new Map(annotations.map((annotation) => [annotation.id, annotation]));
  const features = featuresOf(sources);
  const mentions = mentionsOf(sources, authors, new Set(features.map(({ id }) => id)), byId);
  return { annotations, features, mentions, figures: figuresOf(features, mentions, byId, pageIds) };
}

/** Fact of a title block. */
export const factOf = (facts: readonly { fact: string; value?: string | undefined }[], name: string) =>
  given(facts.find(({ fact }) => fact === name)?.value);

/** As the title block says, else as read. */
export const yearOf = ({ titleBlock, metadata }: Sources['pages'][number]): number | undefined =>
  Number(factOf(titleBlock?.facts ?? [], 'year')) || metadata?.year || undefined;

import type { app } from '@symbio/api';
import { boundsOfPoints, outlinePoints } from '@symbio/proto/annotation/outlines';
import type { CallParent } from '@symbio/rpc';
import pMap from 'p-map';
import type { Annotation } from '@symbio/proto/annotation';
import { currentDecision } from '@symbio/proto/annotation/decisions';
import type { Document, Page } from '@symbio/proto/document';
import type { Determination, Feature, Mention } from '@symbio/proto/feature';
import { listedYearOf } from '@symbio/proto/feature/listed-year';
import type { Clients } from '../clients.js';
import { allDocuments } from '../present/all-documents.js';
import { placeOfAnnotation, sheetsOf } from '../present/georeferences.js';
import type { LonLat } from '@symbio/georeference/boundary';
import {
  COVERAGE_COLUMNS,
  coverageRows,
  GAP_COLUMNS,
  gapRows,
  INTERVIEW_COLUMNS,
  interviewRows,
  LIEN_SEARCH_COLUMNS,
  lienSearchRows,
  USER_ANSWER_COLUMNS,
  userAnswerRows,
} from './coverage-rows.js';
import type { ExportRow } from './export-row.js';
import { RECORD_COLUMNS, recordRows } from './record-rows.js';
import { measure, propertyOf, type Property } from '../present/measured.js';

export type ExportKind = (typeof app.exports.EXPORT_KINDS)[number];

const POSITION_FIELDS = ['feature', 'feature_id', 'land_use', 'latitude', 'longitude'];
const SHEET_FIELDS = ['document', 'page', 'year', 'annotation_id'];
const TIME_FIELDS = ['created_at', 'updated_at'];
/** Seen from the property. */
const RELATION_FIELDS = ['relation', 'direction', 'distance_ft'];
/** The same, worked out. */
const MEASURED_FIELDS = ['measured_relation', 'measured_direction', 'measured_distance_ft', 'measured_from'];

export const COLUMNS: Readonly<Record<ExportKind, readonly string[]>> = {
  features: [
    ...['id', 'name', 'land_use', 'latitude', 'longitude', 'mentions', 'narratives', 'author'],
    ...TIME_FIELDS,
    ...RELATION_FIELDS,
    ...MEASURED_FIELDS,
    ...['determination', 'determination_reason'],
  ],
  mentions: [
    'id',
    ...POSITION_FIELDS,
    ...['narrative', 'confidence', 'use_type', 'status', 'confirmed_by'],
    ...SHEET_FIELDS,
    ...['author', 'history_records'],
    ...TIME_FIELDS,
    // an agent's suggestion; last, so existing column positions stay stable
    'suggested_land_use',
    ...RELATION_FIELDS,
    ...MEASURED_FIELDS,
  ],
  annotations: [
    ...['id', 'label', 'shape', 'center_x', 'center_y', 'radius_x', 'radius_y', 'theta', 'points'],
    ...['document', 'page', 'year', 'page_width', 'page_height'],
    ...POSITION_FIELDS,
    ...['author', 'author_type', 'review'],
    ...TIME_FIELDS,
    'pixel_geometry',
    ...RELATION_FIELDS,
    'uncertainty_ft',
    ...MEASURED_FIELDS,
  ],
  records: RECORD_COLUMNS,
  coverage: COVERAGE_COLUMNS,
  gaps: GAP_COLUMNS,
  interviews: INTERVIEW_COLUMNS,
  lien_searches: LIEN_SEARCH_COLUMNS,
  user_answers: USER_ANSWER_COLUMNS,
};

type Sources = Pick<Clients, 'annotation' | 'document' | 'feature' | 'identity' | 'project' | 'records'>;

const day = (date: Date | undefined): string | null => date?.toISOString() ?? null;
const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.id, row]));
const joined = (values: readonly string[]): string => values.join('; ');

/** Documents whose pages are fetched concurrently. */
const DOCUMENTS_AT_ONCE = 8;

async function sheets(clients: Sources, projectId: string, annotations: readonly Annotation[], parent: CallParent) {
  const documents = byId(await allDocuments(clients, projectId, parent));
  const used = new Set(annotations.map(({ documentId }) => documentId).filter((id) => documents.has(id)));
  const lists = await pMap(used, (documentId) => clients.document.listPages({ documentId }, parent), {
    concurrency: DOCUMENTS_AT_ONCE,
  });
  return { documents, pages: byId<Page>(lists.flatMap(({ pages }) => pages)) };
}

async function authorNames({ identity }: Sources, ids: readonly string[], parent: CallParent) {
  const unique = [...new Set(ids.filter(Boolean))];
  const { authors } = unique.length > 0 ? await identity.getAuthors({ ids: unique }, parent) : { authors: [] };
  const known = byId(authors);
  const name = (id: string): string | null => known.get(id)?.displayName ?? null;
  return { name, person: (id: string): string | null => (known.get(id)?.authorType === 'human' ? name(id) : null) };
}

const placed = (feature: Feature | undefined) => ({
  feature: feature?.name ?? null,
  feature_id: feature?.id ?? null,
  land_use: feature ? joined(feature.landUse) : null,
  latitude: feature?.coordinate?.latitude ?? null,
  longitude: feature?.coordinate?.longitude ?? null,
});

const relationTo = (feature: Feature | undefined) => ({
  relation: feature?.relation?.relation ?? null,
  direction: feature?.relation?.direction || null,
  distance_ft: feature?.relation?.distanceFt ?? null,
});

const placesOfFeature = (feature: Feature | undefined): LonLat[] =>
  feature?.coordinate ? [[feature.coordinate.longitude, feature.coordinate.latitude]] : [];

/** @param outline empty: without a place */
function measuredFrom(property: Property | undefined, outline: readonly LonLat[], uncertaintyFeet?: number) {
  const found = property && outline.length > 0 ? measure(property, outline, uncertaintyFeet) : undefined;
  return {
    measured_relation: found?.relation ?? null,
    measured_direction: found?.direction ?? null,
    measured_distance_ft: found?.distance_ft ?? null,
    measured_from: found?.from ?? null,
  };
}

const onSheet = (document: Document | undefined, page: Page | undefined) => ({
  document: document?.title ?? null,
  page: page?.pageNumber ?? null,
  year: page?.metadata?.year ?? null,
});

/**
 * Full-resolution pixels, angles in radians; rectangles by centre and half-sizes, polygons by those of their bounds and
 * their corners.
 */
function outline({ shape }: Annotation) {
  if (shape?.$case === 'polygon') {
    const { points } = shape.value;
    const { x, y, width, height } = boundsOfPoints(points);
    const bounds = { center_x: x + width / 2, center_y: y + height / 2, radius_x: width / 2, radius_y: height / 2 };
    return { shape: 'polygon', ...bounds, theta: 0, points: points.map((each) => `${each.x} ${each.y}`).join(', ') };
  }
  if (shape?.$case === 'rectangle') {
    const { x, y, width, height } = shape.value;
    return {
      shape: 'rectangle',
      center_x: x + width / 2,
      center_y: y + height / 2,
      radius_x: width / 2,
      radius_y: height / 2,
      theta: 0,
      points: null,
    };
  }
  const ellipse = shape?.value;
  return {
    shape: 'ellipse',
    center_x: ellipse?.centerX ?? null,
    center_y: ellipse?.centerY ?? null,
    radius_x: ellipse?.radiusX ?? null,
    radius_y: ellipse?.radiusY ?? null,
    theta: ellipse?.theta ?? null,
    points: null,
  };
}

/** Hundredths of a pixel; closed. */
function pixelsOf({ shape }: Annotation): [x: number, y: number][] {
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  const corners = outlinePoints(shape).map(({ x, y }): [number, number] => [rounded(x), rounded(y)]);
  const [first] = corners;
  return first ? [...corners, first] : [];
}

/** OGC well-known text, which geographic information systems read from a column. */
const wellKnownText = (ring: readonly [x: number, y: number][]): string =>
  `POLYGON ((${ring.map(([x, y]) => `${x} ${y}`).join(', ')}))`;

function review({ authorType, decisions, rule }: Annotation): string {
  if (authorType === 'human') return 'human';
  return currentDecision(decisions)?.verdict ?? (rule?.action === 'suppress' ? 'suppressed' : 'proposed');
}

type Authors = Awaited<ReturnType<typeof authorNames>>;

async function featureRows(clients: Sources, projectId: string, parent: CallParent): Promise<ExportRow[]> {
  const [{ features }, { mentions }, property, determinations] = await Promise.all([
    clients.feature.listFeatures({ projectId }, parent),
    clients.feature.listMentions({ projectId }, parent),
    propertyOf(clients, projectId, parent),
    activeDeterminations(clients, projectId, parent),
  ]);
  const author = await authorNames(clients, authorsOfFeatures(features), parent);
  return toFeatureRows({ features, mentions, property, determinations }, author);
}

/** By feature. */
async function activeDeterminations({ feature }: Sources, projectId: string, parent: CallParent) {
  const { determinations } = await feature.listDeterminations({ projectId, status: 'active' }, parent);
  return new Map(determinations.map((one) => [one.featureId, one]));
}

const authorsOfFeatures = (features: readonly Feature[]): string[] => features.map(({ authorId }) => authorId);
const authorsOfMentions = (mentions: readonly Mention[]): string[] =>
  mentions.flatMap(({ authorId, currentAuthorId }) => [authorId, currentAuthorId]);

interface FeatureEvidence {
  features: readonly Feature[];
  mentions: readonly Mention[];
  property: Property | undefined;
  determinations: ReadonlyMap<string, Determination>;
}

function toFeatureRows(
  { features, mentions, property, determinations }: FeatureEvidence,
  author: Authors,
): ExportRow[] {
  const current = new Map<string, Mention[]>();
  for (const mention of mentions)
    if (mention.currentHistoryId)
      current.set(mention.featureOfInterestId, [...(current.get(mention.featureOfInterestId) ?? []), mention]);
  return features.map((feature) => ({
    id: feature.id,
    place: feature.coordinate,
    values: {
      id: feature.id,
      name: feature.name,
      land_use: joined(feature.landUse),
      latitude: feature.coordinate?.latitude ?? null,
      longitude: feature.coordinate?.longitude ?? null,
      mentions: current.get(feature.id)?.length ?? 0,
      narratives: joined(
        (current.get(feature.id) ?? []).map(({ currentNarrative }) => currentNarrative).filter(Boolean),
      ),
      author: author.name(feature.authorId),
      created_at: day(feature.createdAt),
      updated_at: day(feature.updatedAt),
      ...relationTo(feature),
      ...measuredFrom(property, placesOfFeature(feature)),
      determination: determinations.get(feature.id)?.kind ?? null,
      determination_reason: determinations.get(feature.id)?.reason || null,
    },
  }));
}

async function evidence(clients: Sources, projectId: string, parent: CallParent) {
  const [{ features }, { mentions }, { annotations }, property] = await Promise.all([
    clients.feature.listFeatures({ projectId }, parent),
    clients.feature.listMentions({ projectId }, parent),
    clients.annotation.listAnnotations({ projectId }, parent),
    propertyOf(clients, projectId, parent),
  ]);
  const [{ documents, pages }, placedSheets] = await Promise.all([
    sheets(clients, projectId, annotations, parent),
    sheetsOf(clients, annotations, parent),
  ]);
  const earthOf = (annotation: Annotation) =>
    placeOfAnnotation(annotation, placedSheets.get(annotation.id)) ?? undefined;
  return { features: byId(features), mentions, annotations, documents, pages, property, earthOf };
}

async function mentionRows(clients: Sources, projectId: string, parent: CallParent): Promise<ExportRow[]> {
  const found = await evidence(clients, projectId, parent);
  return toMentionRows(found, await authorNames(clients, authorsOfMentions(found.mentions), parent));
}

type Evidence = Awaited<ReturnType<typeof evidence>>;

/** Of the listing that the mention states, else of the sheet. */
const yearOfMention = ({ currentNarrative, narrative }: Mention, page: Page | undefined): number | null =>
  listedYearOf(currentNarrative || narrative) ?? page?.metadata?.year ?? null;

function toMentionRows(found: Evidence, author: Authors): ExportRow[] {
  const { features, mentions, annotations, documents, pages, property, earthOf } = found;
  const annotationOf = byId(annotations);
  return mentions.map((mention) => {
    const feature = features.get(mention.featureOfInterestId);
    const annotation = annotationOf.get(mention.sourceAnnotationId);
    const earth = annotation && earthOf(annotation);
    const page = pages.get(annotation?.documentPageId ?? '');
    return {
      id: mention.id,
      place: feature?.coordinate,
      values: {
        id: mention.id,
        ...placed(feature),
        narrative: mention.currentNarrative || mention.narrative,
        confidence: mention.currentHistoryId ? (mention.currentConfidence ?? null) : null,
        use_type: mention.currentUseType || null,
        status: mention.currentHistoryId ? 'active' : 'not held',
        confirmed_by: mention.currentUseType === 'confirmed' ? author.person(mention.currentAuthorId) : null,
        ...onSheet(documents.get(annotation?.documentId ?? ''), page),
        year: yearOfMention(mention, page),
        annotation_id: annotation?.id ?? null,
        author: author.name(mention.currentAuthorId || mention.authorId),
        history_records: mention.historyCount,
        created_at: day(mention.createdAt),
        updated_at: day(mention.updatedAt),
        suggested_land_use: mention.suggestedLandUse || null,
        ...relationTo(feature),
        ...measuredFrom(property, earth?.coordinates[0] ?? placesOfFeature(feature), earth?.uncertainty_ft),
      },
    };
  });
}

async function annotationRows(clients: Sources, projectId: string, parent: CallParent): Promise<ExportRow[]> {
  const { features, mentions, annotations, documents, pages, property, earthOf } = await evidence(
    clients,
    projectId,
    parent,
  );
  const mentionOf = new Map(mentions.map((mention) => [mention.sourceAnnotationId, mention]));
  return annotations.map((annotation) => {
    const feature = features.get(mentionOf.get(annotation.id)?.featureOfInterestId ?? '');
    const page = pages.get(annotation.documentPageId);
    const pixels = pixelsOf(annotation);
    const earth = earthOf(annotation);
    return {
      id: annotation.id,
      place: feature?.coordinate,
      earth: earth?.coordinates[0],
      pixels,
      values: {
        id: annotation.id,
        label: annotation.content,
        ...outline(annotation),
        ...onSheet(documents.get(annotation.documentId), page),
        page_width: page?.width ?? null,
        page_height: page?.height ?? null,
        ...placed(feature),
        author: annotation.authorName || null,
        author_type: annotation.authorType,
        review: review(annotation),
        created_at: day(annotation.createdAt),
        updated_at: day(annotation.updatedAt),
        pixel_geometry: wellKnownText(pixels),
        ...relationTo(feature),
        uncertainty_ft: earth ? Math.ceil(earth.uncertainty_ft) : null,
        ...measuredFrom(property, earth?.coordinates[0] ?? placesOfFeature(feature), earth?.uncertainty_ft),
      },
    };
  });
}

const ROWS: Readonly<Record<ExportKind, typeof featureRows>> = {
  features: featureRows,
  mentions: mentionRows,
  annotations: annotationRows,
  records: recordRows,
  coverage: coverageRows,
  gaps: gapRows,
  interviews: interviewRows,
  lien_searches: lienSearchRows,
  user_answers: userAnswerRows,
};

/** Rows of a kind in a project visible to the caller. @throws AppError NOT_FOUND */
export const exportRows = (
  clients: Sources,
  kind: ExportKind,
  projectId: string,
  parent: CallParent,
): Promise<ExportRow[]> => ROWS[kind](clients, projectId, parent);

/** Rows of features and of mentions, from one reading. @throws AppError NOT_FOUND */
export async function workbookRows(clients: Sources, projectId: string, parent: CallParent) {
  const [found, determinations] = await Promise.all([
    evidence(clients, projectId, parent),
    activeDeterminations(clients, projectId, parent),
  ]);
  const features = [...found.features.values()];
  const ids = [...authorsOfFeatures(features), ...authorsOfMentions(found.mentions)];
  const author = await authorNames(clients, ids, parent);
  return {
    features: toFeatureRows({ ...found, features, determinations }, author),
    mentions: toMentionRows(found, author),
  };
}

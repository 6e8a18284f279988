import { currentDecision as currentOf, type CurrentVerdict } from '@symbio/proto/annotation/decisions';
import type { Annotation as ClientAnnotation, Decision, Ellipse, Polygon, Rectangle } from '@symbio/client';
import type { OrNull, ServedFields } from '../lib/served.js';

/** Where an ellipse lies on its sheet, in image pixels; `theta` is its rotation in radians, clockwise on screen. */
export type EllipseCoordinates = Required<Ellipse>;

/** Where a rectangle lies on its sheet, in image pixels: upper left corner and size. */
export type RectangleCoordinates = Rectangle;

/** The corners of a polygon on its sheet, in image pixels; the last one is joined to the first. */
export type PolygonCoordinates = Polygon;

export type AnnotationType = ClientAnnotation['annotation_type'];
export type AnnotationCoordinates = EllipseCoordinates | RectangleCoordinates | PolygonCoordinates;

/** An annotation as `/api/public/annotations` serves it (DATA-10 to DATA-12). */
export type Annotation = ServedFields<
  ClientAnnotation,
  | 'id'
  | 'document_page_id'
  | 'document_id'
  | 'annotation_type'
  | 'content'
  | 'author_id'
  | 'author_type'
  | 'created_at'
  | 'updated_at',
  'derived_from' | 'via'
> & {
  coordinates: AnnotationCoordinates;
  author_name?: string | null;
  /** What people decided about an AI agent's annotation, oldest first; the last one is current. */
  decisions?: AnnotationDecision[];
};

/** An annotation as it is shown. `key` stays the same when the server's id replaces the temporary one. */
export type ShownAnnotation = Annotation & {
  key: string;
  /** What the feature is called that it is linked to; absent where it is linked to none, or that is not known. */
  feature_name?: string;
  /** A person took it over from an agent, and what was said of it was rejected since. */
  is_given_up?: boolean;
};

/** A person's decision about what an AI agent proposed. */
export type AnnotationDecision = OrNull<Omit<Decision, 'decided_at'>, 'reason' | 'copy_id' | 'author_name'> & {
  decided_at: string;
};

/** What became of a proposal: what people make is none and stays `open`, as does what was not decided. */
export type ProposalState = 'open' | 'accepted' | 'rejected';

/** A decision that was not taken back. */
export type CurrentDecision = AnnotationDecision & { verdict: CurrentVerdict };

/** The current decision about an annotation; null when there is none, or the last one was taken back. */
export const currentDecision = ({ decisions }: Pick<Annotation, 'decisions'>): CurrentDecision | null =>
  currentOf(decisions) ?? null;

export const proposalStateOf = (annotation: Pick<Annotation, 'decisions'>): ProposalState =>
  currentDecision(annotation)?.verdict ?? 'open';

/** Whether an AI agent proposes it and nobody has decided about it. */
export const isOpenProposal = (annotation: Pick<Annotation, 'author_type' | 'decisions'>): boolean =>
  annotation.author_type === 'ai_agent' && proposalStateOf(annotation) === 'open';

/** What an annotation without content shows (ANN-10). */
export const DEFAULT_LABEL = 'label';

/** Ids of annotations the server does not know yet begin so (ANN-12). */
export const TEMPORARY_PREFIX = 'temp-';

/** True for an annotation the server does not know yet. */
export function isTemporary(id: string): boolean {
  return id.startsWith(TEMPORARY_PREFIX);
}

/** Whether it is a person's copy of a proposal that is not accepted yet: nothing of it is on the way to the server. */
export const isUnaccepted = ({ id, derived_from: proposal }: Pick<Annotation, 'id' | 'derived_from'>): boolean =>
  isTemporary(id) && Boolean(proposal);

/** The text shown beside an annotation: its content, or the default. */
export function labelOf(annotation: Pick<Annotation, 'content'>): string {
  return annotation.content.trim() === '' ? DEFAULT_LABEL : annotation.content;
}

const SHAPE_NAMES: Record<AnnotationType, string> = { ellipse: 'Ellipse', rectangle: 'Rectangle', polygon: 'Polygon' };

/** What kind of shape an annotation is, in words. */
export function shapeName({ annotation_type }: Pick<Annotation, 'annotation_type'>): string {
  return SHAPE_NAMES[annotation_type];
}

/** Who made an annotation, in words. */
export function authorOf(annotation: Pick<Annotation, 'author_name' | 'author_type'>): string {
  return annotation.author_name ?? (annotation.author_type === 'ai_agent' ? 'AI agent' : 'Unknown');
}

/** Whether coordinates are those of an ellipse. */
export function isEllipse(coordinates: AnnotationCoordinates): coordinates is EllipseCoordinates {
  return 'centerX' in coordinates;
}

/** Whether coordinates are those of a polygon. */
export function isPolygon(coordinates: AnnotationCoordinates): coordinates is PolygonCoordinates {
  return 'points' in coordinates;
}

/** What coordinates are of. */
export function typeOf(coordinates: AnnotationCoordinates): AnnotationType {
  if (isEllipse(coordinates)) return 'ellipse';
  return isPolygon(coordinates) ? 'polygon' : 'rectangle';
}

/** Coordinates as they are stored: hundredths of an image pixel are finer than any scan. */
export function rounded(coordinates: AnnotationCoordinates): AnnotationCoordinates {
  const round = (value: number) => Math.round(value * 100) / 100;
  if (isEllipse(coordinates))
    return {
      centerX: round(coordinates.centerX),
      centerY: round(coordinates.centerY),
      radiusX: round(coordinates.radiusX),
      radiusY: round(coordinates.radiusY),
      theta: coordinates.theta ?? 0,
    };
  if (isPolygon(coordinates)) return { points: coordinates.points.map(({ x, y }) => ({ x: round(x), y: round(y) })) };
  return {
    x: round(coordinates.x),
    y: round(coordinates.y),
    width: round(coordinates.width),
    height: round(coordinates.height),
  };
}

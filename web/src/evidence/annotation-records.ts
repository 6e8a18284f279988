import { currentDecision as currentOf, type CurrentVerdict } from '@symbio/proto/annotation/decisions';
import type { Annotation as ClientAnnotation, Decision, Ellipse, Polygon, Rectangle } from '@symbio/client';
import type { RiskRank } from './risk-ranks.js';
import type { WithNulls, ApiFields } from '../lib/http/api-types.js';

/** Image pixels; `theta` in radians, clockwise on screen. */
export type EllipseCoordinates = Required<Ellipse>;

/** Image pixels: upper left corner and size. */
export type RectangleCoordinates = Rectangle;

/** Image pixels; implicitly closed. */
export type PolygonCoordinates = Polygon;

export type AnnotationType = ClientAnnotation['annotation_type'];
export type AnnotationCoordinates = EllipseCoordinates | RectangleCoordinates | PolygonCoordinates;

/** DATA-10 to DATA-12 */
export type Annotation = ApiFields<
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
  'derived_from' | 'via' | 'picture_moves' | 'rule'
> & {
  coordinates: AnnotationCoordinates;
  author_name?: string | null;
  /** Oldest first; the last one is current. */
  decisions?: AnnotationDecision[];
};

/** `key` stays the same when the server's id replaces the temporary one. */
export type ShownAnnotation = Annotation & {
  key: string;
  feature_name?: string;
  /** What an agent took misread lettering to mean; `content` keeps the lettering as read. */
  reading?: string;
  /** Of the land use that is known or suggested; absent if none is. */
  risk?: RiskRank;
  /** A person accepted it from an agent, and its mention was rejected later. */
  is_given_up?: boolean;
};

export type AnnotationDecision = WithNulls<
  Omit<Decision, 'decided_at' | 'reason_code' | 'shown_at'>,
  'reason' | 'copy_id' | 'author_name'
> & {
  decided_at: string;
  reason_code?: Decision['reason_code'];
  shown_at?: Decision['shown_at'];
};

/** Human annotations and undecided proposals are `open`. */
export type ProposalState = 'open' | 'accepted' | 'rejected';

/** Not withdrawn. */
export type CurrentDecision = AnnotationDecision & { verdict: CurrentVerdict };

/** Null if undecided or withdrawn. */
export const currentDecision = ({ decisions }: Pick<Annotation, 'decisions'>): CurrentDecision | null =>
  currentOf(decisions) ?? null;

export const proposalStateOf = (annotation: Pick<Annotation, 'decisions'>): ProposalState =>
  currentDecision(annotation)?.verdict ?? 'open';

export const isOpenProposal = (annotation: Pick<Annotation, 'author_type' | 'decisions'>): boolean =>
  annotation.author_type === 'ai_agent' && proposalStateOf(annotation) === 'open';

/** A rule hides it from reviews. */
export const isSuppressed = ({ rule }: Pick<Annotation, 'rule'>): boolean => rule?.action === 'suppress';

/** Pixels of a page's full-resolution picture. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Not yet created at the server (ANN-12). */
export const TEMPORARY_PREFIX = 'temp-';

export function isTemporary(id: string): boolean {
  return id.startsWith(TEMPORARY_PREFIX);
}

/** Copy of a proposal whose acceptance is not saved: nothing has been sent. */
export const isUnaccepted = ({ id, derived_from: proposal }: Pick<Annotation, 'id' | 'derived_from'>): boolean =>
  isTemporary(id) && Boolean(proposal);

const SHAPE_NAMES: Record<AnnotationType, string> = { ellipse: 'Ellipse', rectangle: 'Rectangle', polygon: 'Polygon' };

export function shapeName({ annotation_type }: Pick<Annotation, 'annotation_type'>): string {
  return SHAPE_NAMES[annotation_type];
}

export function authorOf(annotation: Pick<Annotation, 'author_name' | 'author_type'>): string {
  return annotation.author_name ?? (annotation.author_type === 'ai_agent' ? 'AI agent' : 'Unknown');
}

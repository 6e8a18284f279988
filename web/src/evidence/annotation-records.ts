import { currentDecision as currentOf, type CurrentVerdict } from '@symbio/proto/annotation/decisions';
import type { ReviewVerdict } from '@symbio/proto/annotation/vocabulary';
import type { AuthorType } from '@symbio/proto/identity/vocabulary';

/** Where an ellipse lies on its sheet, in image pixels; `theta` is its rotation in radians, clockwise on screen. */
export interface EllipseCoordinates {
  centerX: number;
  centerY: number;
  radiusX: number;
  radiusY: number;
  theta: number;
}

/** Where a rectangle lies on its sheet, in image pixels: upper left corner and size. */
export interface RectangleCoordinates {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type AnnotationType = 'ellipse' | 'rectangle';
export type AnnotationCoordinates = EllipseCoordinates | RectangleCoordinates;

/** An annotation as `/api/public/annotations` serves it (DATA-10 to DATA-12). */
export interface Annotation {
  id: string;
  document_page_id: string;
  document_id: string;
  annotation_type: AnnotationType;
  coordinates: AnnotationCoordinates;
  content: string;
  author_id: string;
  author_type: AuthorType;
  author_name?: string | null;
  created_at: string;
  updated_at: string;
  /** The AI agent's annotation that a person made this one of. */
  derived_from?: string | null;
  /** What people decided about an AI agent's annotation, oldest first; the last one is current. */
  decisions?: AnnotationDecision[];
}

/** An annotation as it is shown. `key` stays the same when the server's id replaces the temporary one. */
export type ShownAnnotation = Annotation & { key: string };

/** A person's decision about what an AI agent proposed. */
export interface AnnotationDecision {
  verdict: ReviewVerdict;
  reason: string | null;
  /** The person's own annotation that accepting made. */
  copy_id: string | null;
  author_id: string;
  author_name: string | null;
  decided_at: string;
}

/** What became of a proposal: what people make is none and stays `open`, as does what was not decided. */
export type ProposalState = 'open' | 'accepted' | 'rejected';

/** A decision that was not taken back. */
export type CurrentDecision = AnnotationDecision & { verdict: CurrentVerdict };

/** The current decision about an annotation; null when there is none, or the last one was taken back. */
export const currentDecision = ({ decisions }: Pick<Annotation, 'decisions'>): CurrentDecision | null =>
  currentOf(decisions) ?? null;

export const proposalStateOf = (annotation: Pick<Annotation, 'decisions'>): ProposalState =>
  currentDecision(annotation)?.verdict ?? 'open';

/** What an annotation without content shows (ANN-10). */
export const DEFAULT_LABEL = 'label';

/** Ids of annotations the server does not know yet begin so (ANN-12). */
export const TEMPORARY_PREFIX = 'temp-';

/** True for an annotation the server does not know yet. */
export function isTemporary(id: string): boolean {
  return id.startsWith(TEMPORARY_PREFIX);
}

/** The text shown beside an annotation: its content, or the default. */
export function labelOf(annotation: Pick<Annotation, 'content'>): string {
  return annotation.content.trim() === '' ? DEFAULT_LABEL : annotation.content;
}

/** What kind of shape an annotation is, in words. */
export function shapeName({ annotation_type }: Pick<Annotation, 'annotation_type'>): string {
  return annotation_type === 'rectangle' ? 'Rectangle' : 'Ellipse';
}

/** Who made an annotation, in words. */
export function authorOf(annotation: Pick<Annotation, 'author_name' | 'author_type'>): string {
  return annotation.author_name ?? (annotation.author_type === 'ai_agent' ? 'AI agent' : 'Unknown');
}

/** Whether coordinates are those of an ellipse. */
export function isEllipse(coordinates: AnnotationCoordinates): coordinates is EllipseCoordinates {
  return 'centerX' in coordinates;
}

/** Coordinates as they are stored: hundredths of an image pixel are finer than any scan. */
export function rounded(coordinates: AnnotationCoordinates): AnnotationCoordinates {
  const round = (value: number) => Math.round(value * 100) / 100;
  return isEllipse(coordinates)
    ? {
        centerX: round(coordinates.centerX),
        centerY: round(coordinates.centerY),
        radiusX: round(coordinates.radiusX),
        radiusY: round(coordinates.radiusY),
        theta: coordinates.theta ?? 0,
      }
    : {
        x: round(coordinates.x),
        y: round(coordinates.y),
        width: round(coordinates.width),
        height: round(coordinates.height),
      };
}

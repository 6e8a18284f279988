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
export type AuthorType = 'human' | 'ai_agent';
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
  /** What people decided about an AI agent's annotation, oldest first; the last holds. */
  decisions?: AnnotationDecision[];
}

/** A person's decision about what an AI agent proposed. */
export interface AnnotationDecision {
  verdict: 'accepted' | 'rejected' | 'undone';
  reason: string | null;
  /** The person's own annotation that accepting made. */
  copy_id: string | null;
  author_id: string;
  author_name: string | null;
  decided_at: string;
}

/** How an annotation stands: what people make is never a proposal and stays `open`, as does what was not decided. */
export type Standing = 'open' | 'accepted' | 'rejected';

export function standingOf({ decisions }: Pick<Annotation, 'decisions'>): Standing {
  const verdict = decisions?.at(-1)?.verdict;
  return verdict === 'accepted' || verdict === 'rejected' ? verdict : 'open';
}

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

/** Tells the two kinds of coordinates apart. */
export function isEllipse(coordinates: AnnotationCoordinates): coordinates is EllipseCoordinates {
  return 'centerX' in coordinates;
}

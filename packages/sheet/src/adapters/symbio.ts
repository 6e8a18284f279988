/** Annotations of Symbio's API as marks: their colours, labels and precedence. */
import { currentDecision } from '@symbio/proto/annotation/decisions';
import type { Shape } from '../geometry/shapes.js';
import type { Mark, Paint } from '../marks/mark.js';
import { MARK_COLOUR, SELECTED_COLOUR } from '../marks/paint.js';

/** What the engine needs of an annotation. */
export interface SymbioAnnotation {
  id: string;
  /** Stable before and after the server knows the annotation; lower keys are older. */
  key: string;
  coordinates: Shape;
  content: string;
  author_type: AuthorType;
  /** Oldest first. */
  decisions?: readonly { verdict: string }[] | undefined;
  feature_name?: string;
  reading?: string;
  /** 1 is the greatest. */
  risk?: number;
  is_given_up?: boolean;
}

type AuthorType = 'human' | 'ai_agent';

/**
 * Colours of the specification (ANN-09): human blue, AI agent purple, selected green. Deep shades are readable on cream
 * paper; the white halo keeps them visible on dark aerial photographs.
 */
export const ANNOTATION_COLOURS: Record<AuthorType | 'selected', string> = {
  human: MARK_COLOUR,
  ai_agent: '#8a2be2',
  selected: SELECTED_COLOUR,
};

export const REJECTED_COLOUR = '#5c5c5c';

/** The panel shows the full text. */
const LABEL_LENGTH = 40;

/** ANN-10 */
export const DEFAULT_LABEL = 'label';

export function labelOf({ content }: Pick<SymbioAnnotation, 'content'>): string {
  return content.trim() === '' ? DEFAULT_LABEL : content;
}

/** Corrected reading, if there is one, else the label. */
export const readingOf = (annotation: Pick<SymbioAnnotation, 'content' | 'reading'>): string =>
  annotation.reading ?? labelOf(annotation);

/** Human annotations and undecided proposals are `open`. */
const verdictOf = ({ decisions }: Pick<SymbioAnnotation, 'decisions'>): 'open' | 'accepted' | 'rejected' =>
  currentDecision(decisions)?.verdict ?? 'open';

/**
 * Open proposals and human annotations stand out; accepted proposals recede behind the human copy, rejected ones become
 * a thin dashed trace.
 */
export function paintOf(annotation: Pick<SymbioAnnotation, 'author_type' | 'decisions' | 'is_given_up'>): Paint {
  const colour = ANNOTATION_COLOURS[annotation.author_type];
  switch (annotation.is_given_up ? 'rejected' : verdictOf(annotation)) {
    case 'accepted':
      return { colour, opacity: 0.4, dash: [], halo: false };
    case 'rejected':
      return { colour: REJECTED_COLOUR, opacity: 0.75, dash: [5, 4], halo: false };
    case 'open':
      return { colour, opacity: 1, dash: [], halo: true };
  }
}

/** Selection takes precedence over authorship (ANN-04, ANN-09). */
export function colourOf(
  annotation: Pick<SymbioAnnotation, 'author_type' | 'decisions' | 'is_given_up' | 'key'>,
  selectedKey: string | null,
): string {
  return annotation.key === selectedKey ? ANNOTATION_COLOURS.selected : paintOf(annotation).colour;
}

/** ANN-10; followed by an arrow and the linked feature, unless they say the same. */
export function shortLabel(annotation: Pick<SymbioAnnotation, 'content' | 'feature_name' | 'reading'>): string {
  const label = readingOf(annotation);
  const { feature_name: feature } = annotation;
  if (feature === undefined) return shortened(label);
  return saysTheSame(label, feature) ? shortened(feature) : `${shortened(label)} → ${shortened(feature)}`;
}

/** Whether one is the other or its beginning, apart from case, spaces and punctuation. */
export function saysTheSame(a: string, b: string): boolean {
  const [short = '', long = ''] = [a, b].map(bare).sort((one, other) => one.length - other.length);
  return short !== '' && long.startsWith(short);
}

const bare = (text: string): string => text.toLocaleLowerCase('en-US').replace(/[^\p{L}\p{N}]/gu, '');

const shortened = (text: string): string => (text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH - 1)}…` : text);

const VERDICT_ORDER = { open: 0, accepted: 1, rejected: 2 };

/** After the named risks, of which 4 is the least. */
const NO_RISK = 5;

/** Active annotations before decided proposals, riskier before others, human before agent. */
const rankOf = (annotation: SymbioAnnotation): number =>
  100 * VERDICT_ORDER[verdictOf(annotation)] +
  10 * (annotation.risk ?? NO_RISK) +
  Number(annotation.author_type === 'ai_agent');

/** Computes on demand: a sheet can have ten thousand, of which few are in view. */
class AnnotationMark implements Mark {
  readonly key: string;
  readonly coordinates: Shape;
  private shownLabel: string | undefined;
  private shownPaint: Paint | undefined;

  constructor(private readonly annotation: SymbioAnnotation) {
    this.key = annotation.key;
    this.coordinates = annotation.coordinates;
  }

  get label(): string {
    return (this.shownLabel ??= shortLabel(this.annotation));
  }

  get reading(): string {
    return readingOf(this.annotation);
  }

  get paint(): Paint {
    return (this.shownPaint ??= paintOf(this.annotation));
  }

  get rank(): number {
    return rankOf(this.annotation);
  }

  get attributes(): Record<string, string> {
    const { id, author_type: authorType } = this.annotation;
    return {
      'data-testid': `annotation-${id}`,
      'data-author-type': authorType,
      'data-label': labelOf(this.annotation),
    };
  }
}

const known = new WeakMap<SymbioAnnotation, Mark>();

/** The same mark for the same object, so unchanged annotations are not painted again. */
export function markOf(annotation: SymbioAnnotation): Mark {
  const before = known.get(annotation);
  if (before) return before;
  const mark = new AnnotationMark(annotation);
  known.set(annotation, mark);
  return mark;
}

export const marksOf = (annotations: readonly SymbioAnnotation[]): Mark[] => annotations.map(markOf);

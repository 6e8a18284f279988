import type { AuthorType } from '@symbio/proto/identity/vocabulary';
import { labelOf, proposalStateOf } from '../../evidence/annotation-records.js';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';

/**
 * Colours of the specification (ANN-09): human blue, AI agent purple, selected green. Deep shades, so that they read
 * on cream paper; the white halo under each stroke carries them over dark aerial photographs.
 */
export const ANNOTATION_COLOURS: Record<AuthorType | 'selected', string> = {
  human: '#0f5fd7',
  ai_agent: '#8a2be2',
  selected: '#0b8a3a',
};

/** What an AI agent proposed and a person rejected. */
export const REJECTED_COLOUR = '#5c5c5c';

export const HALO_COLOUR = 'rgba(255, 255, 255, 0.85)';

/** Widths in CSS pixels, the same at every zoom. */
export const HALO_WIDTH = 5.5;
export const STROKE_WIDTH = 2.5;

/** How a label is written: CSS pixels, with a halo as the shapes have. */
export const LABEL_FONT = "600 12px 'IBM Plex Sans Variable', system-ui, sans-serif";
export const LABEL_HEIGHT = 20;
export const LABEL_HALO_WIDTH = 3.5;
/** A longer label is set narrower. */
export const MOST_LABEL_WIDTH = 400;
/** Between a shape and its label. */
export const LABEL_GAP = 2;

/** A shape narrower than this on the screen (CSS pixels) shows no label: hundreds would hide the sheet. */
export const LABELLED_FROM = 28;

/** Longest label beside a shape, in characters; the panel shows the whole. */
const LABEL_LENGTH = 40;

/** How an annotation at rest is drawn. */
export interface Paint {
  colour: string;
  opacity: number;
  /** CSS pixels of line and gap; empty for an unbroken line */
  dash: readonly number[];
  halo: boolean;
}

/**
 * Open proposals and what people made stand out; a proposal that was accepted recedes behind the person's own
 * annotation that lies over it, a rejected one is a thin dashed trace.
 */
export function paintOf(annotation: Pick<ShownAnnotation, 'author_type' | 'decisions' | 'is_given_up'>): Paint {
  const colour = ANNOTATION_COLOURS[annotation.author_type];
  switch (annotation.is_given_up ? 'rejected' : proposalStateOf(annotation)) {
    case 'accepted':
      return { colour, opacity: 0.4, dash: [], halo: false };
    case 'rejected':
      return { colour: REJECTED_COLOUR, opacity: 0.75, dash: [5, 4], halo: false };
    case 'open':
      return { colour, opacity: 1, dash: [], halo: true };
  }
}

/** One of several that are selected (ANN-09). */
export const SELECTED_PAINT: Paint = { colour: ANNOTATION_COLOURS.selected, opacity: 1, dash: [], halo: true };

/** The colour of an annotation: selection goes before authorship (ANN-04, ANN-09). */
export function colourOf(
  annotation: Pick<ShownAnnotation, 'author_type' | 'decisions' | 'is_given_up' | 'key'>,
  selectedKey: string | null,
): string {
  return annotation.key === selectedKey ? ANNOTATION_COLOURS.selected : paintOf(annotation).colour;
}

/** The label as it stands beside a shape (ANN-10), and behind an arrow the feature that the annotation is linked to. */
export function shortLabel(annotation: Pick<ShownAnnotation, 'content' | 'feature_name'>): string {
  const label = shortened(labelOf(annotation));
  return annotation.feature_name === undefined ? label : `${label} → ${shortened(annotation.feature_name)}`;
}

const shortened = (text: string): string => (text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH - 1)}…` : text);

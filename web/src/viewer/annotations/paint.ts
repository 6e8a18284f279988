import type { AuthorType } from '@symbio/proto/identity/vocabulary';
import { proposalStateOf, readingOf } from '../../evidence/annotation-records.js';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';

/**
 * Colours of the specification (ANN-09): human blue, AI agent purple, selected green. Deep shades are readable on cream
 * paper; the white halo keeps them visible on dark aerial photographs.
 */
export const ANNOTATION_COLOURS: Record<AuthorType | 'selected', string> = {
  human: '#0f5fd7',
  ai_agent: '#8a2be2',
  selected: '#0b8a3a',
};

/** Words that were read, like the outlines of search matches. */
export const WORD_COLOUR = '#7a3e00';

export const REJECTED_COLOUR = '#5c5c5c';

export const HALO_COLOUR = 'rgba(255, 255, 255, 0.85)';

/** CSS pixels at every zoom. */
export const HALO_WIDTH = 5.5;
export const STROKE_WIDTH = 2.5;

export const LABEL_FONT = "600 12px 'IBM Plex Sans Variable', system-ui, sans-serif";
export const LABEL_HEIGHT = 20;
export const LABEL_HALO_WIDTH = 3.5;
/** Longer text is condensed. */
export const MAX_LABEL_WIDTH = 400;
export const LABEL_GAP = 2;

/**
 * CSS pixels per image pixel from which all annotations are named; below, only the selected and the hovered ones. It is
 * shown as 60 %.
 */
export const NAMED_FROM_SCALE = 0.595;

/** Shapes narrower than this (CSS pixels on screen) show no label. */
export const LABELLED_FROM = 28;

/** The panel shows the full text. */
const LABEL_LENGTH = 40;

export interface Paint {
  colour: string;
  opacity: number;
  /** dash pattern in CSS pixels; empty for a solid line */
  dash: readonly number[];
  halo: boolean;
}

/**
 * Open proposals and human annotations stand out; accepted proposals recede behind the human copy, rejected ones become
 * a thin dashed trace.
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

export const SELECTED_PAINT: Paint = { colour: ANNOTATION_COLOURS.selected, opacity: 1, dash: [], halo: true };

/** Selection takes precedence over authorship (ANN-04, ANN-09). */
export function colourOf(
  annotation: Pick<ShownAnnotation, 'author_type' | 'decisions' | 'is_given_up' | 'key'>,
  selectedKey: string | null,
): string {
  return annotation.key === selectedKey ? ANNOTATION_COLOURS.selected : paintOf(annotation).colour;
}

/** ANN-10; followed by an arrow and the linked feature, unless they say the same. */
export function shortLabel(annotation: Pick<ShownAnnotation, 'content' | 'feature_name' | 'reading'>): string {
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

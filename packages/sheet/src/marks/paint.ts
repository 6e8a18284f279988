import type { Paint } from './mark.js';

/** Of a mark whose source gives it no other colour. */
export const MARK_COLOUR = '#0f5fd7';

/** ANN-04, ANN-09 */
export const SELECTED_COLOUR = '#0b8a3a';

/** Words that were read, like the outlines of search matches. */
export const WORD_COLOUR = '#7a3e00';

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
 * CSS pixels per image pixel from which all marks are named; below, only the selected and the hovered ones. It is shown
 * as 60 %.
 */
export const NAMED_FROM_SCALE = 0.595;

/** Shapes narrower than this (CSS pixels on screen) show no label. */
export const LABELLED_FROM = 28;

export const SELECTED_PAINT: Paint = { colour: SELECTED_COLOUR, opacity: 1, dash: [], halo: true };

import type { Shape } from '../geometry/shapes.js';

export interface Paint {
  colour: string;
  opacity: number;
  /** dash pattern in CSS pixels; empty for a solid line */
  dash: readonly number[];
  halo: boolean;
}

/** A shape on a sheet. Immutable: a changed mark is a new object with the same key. */
export interface Mark {
  readonly key: string;
  readonly coordinates: Shape;
  /** Beside the shape, where it has room. */
  readonly label: string;
  /** Lettering on the sheet, which the meaning explains. */
  readonly reading: string;
  readonly paint: Paint;
  /** Labels of lower ranks have precedence; at least 0. */
  readonly rank: number;
  /** Of its element in the document. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A mark of a person: solid line and halo. */
export const simpleMark = (
  mark: Pick<Mark, 'key' | 'coordinates'> & Partial<Pick<Mark, 'label' | 'paint' | 'rank' | 'attributes'>>,
  colour: string,
): Mark => ({
  label: '',
  reading: mark.label ?? '',
  paint: { colour, opacity: 1, dash: [], halo: true },
  rank: 0,
  attributes: { 'data-testid': `mark-${mark.key}` },
  ...mark,
});

/** Field by field: those of other marks can be computed. */
export const reshaped = ({ key, label, reading, paint, rank, attributes }: Mark, coordinates: Shape): Mark => ({
  ...{ key, coordinates, label, reading, paint, rank, attributes },
});

import type { Place } from '@symbio/georeference';

export type Position = readonly [longitude: number, latitude: number];

/** House numbers along a path, in its direction. */
export interface AddressRange {
  from: number;
  to: number;
}

export interface StreetLine {
  name: string;
  /** Earlier or other names. */
  aliases: readonly string[];
  path: readonly Position[];
  /** Of the left and the right side. */
  ranges: readonly AddressRange[];
}

export interface Crossing extends Place {
  streets: readonly [string, string];
}

/** Another name of a street, such as an earlier one. */
export interface Alias {
  alias: string;
  name: string;
}

/** Content of a street file. */
export interface Streets {
  lines: readonly StreetLine[];
  crossings: readonly Crossing[];
  aliases: readonly Alias[];
}

/** A part of a street; low and high are 0 without house numbers. */
export interface Block {
  street: string;
  low: number;
  high: number;
  /** Path from the low to the high number. */
  path: readonly Position[];
  /** Which numbers the side has. */
  parity: 'even' | 'odd' | 'both';
}

/** The file cannot be used; the message is a sentence for a person. */
export class StreetsError extends Error {
  override readonly name = 'StreetsError';
}

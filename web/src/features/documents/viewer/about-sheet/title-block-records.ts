import type { TitleBlock } from '@symbio/client';
import type { SheetFact } from '@symbio/proto/document/vocabulary';

export type { PageTitleBlock, TitleBlock, TitleBlockChange, VolumeChange } from '@symbio/client';

/** Year, sheet number, volume, city, scale or north. */
export type SheetFactName = SheetFact;

export type FactInAnswer = NonNullable<TitleBlock[SheetFactName]>;

/** Person's choice, else the detected type. Pure functions. */
import { isPageKind, type PageKind } from '@symbio/proto/document/vocabulary';
import type { PageRow } from '../model.js';

type Kinded = Pick<PageRow, 'pageType' | 'kindSaid'>;

/** Undefined if unknown or none of the kinds. */
export function kindOf(row: Kinded): PageKind | undefined {
  const kind = row.kindSaid?.word?.kind ?? row.pageType;
  return isPageKind(kind) ? kind : undefined;
}

export const kindRead = ({ pageType }: Pick<PageRow, 'pageType'>): PageKind | undefined =>
  isPageKind(pageType) ? pageType : undefined;

/** What a page is to people: a person's word where there is one, else what it was taken for. Plain functions. */
import { isPageKind, type PageKind } from '@symbio/proto/document/vocabulary';
import type { PageRow } from '../model.js';

type Kinded = Pick<PageRow, 'pageType' | 'kindSaid'>;

/** What people see a page as; undefined for what is none of the kinds, or not known. */
export function kindOf(row: Kinded): PageKind | undefined {
  const kind = row.kindSaid?.word?.kind ?? row.pageType;
  return isPageKind(kind) ? kind : undefined;
}

/** What a page is taken for, whatever people say. */
export const kindRead = ({ pageType }: Pick<PageRow, 'pageType'>): PageKind | undefined =>
  isPageKind(pageType) ? pageType : undefined;

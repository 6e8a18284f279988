import type { KnownPage } from '@symbio/page-engine/splitting';
import { kindOf } from '../page-kinds/kind-of.js';
import type { DocumentRepository } from '../repository.js';
import type { PageTexts } from '../search/page-text-repository.js';

export interface KnownPagesDeps {
  repository: Pick<DocumentRepository, 'pages'>;
  texts: Pick<PageTexts, 'wordsOf'>;
}

/** Results of reading the pages of a document, for its splitting. */
export function createKnownPages({ repository, texts }: KnownPagesDeps) {
  return async (documentId: string): Promise<KnownPage[]> => {
    const known: KnownPage[] = [];
    for (const row of await repository.pages(documentId)) {
      if (!row.analyzed) continue;
      const { pageNumber, year, textSource, width, height, dpi } = row;
      const kind = kindOf(row);
      // the words of the file itself are read from the file
      const { words, size } = textSource === 'ocr' ? await texts.wordsOf(row._id) : { words: [], size: undefined };
      known.push({
        pageNumber,
        ...(kind && { kind }),
        ...(year !== undefined && { year }),
        ...(words.length > 0 && { seen: { ...(size ?? { width, height }), dpi, words } }),
      });
    }
    return known;
  };
}

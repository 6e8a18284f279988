import { northOf } from '@symbio/georeference';
import type { EvidencePage } from '@symbio/report';
import { factOf, yearOf } from './marks.js';
import type { Sources } from './sources.js';
import { given, ordered, rounded } from './values.js';

/** Marked ones with a picture. */
export function pagesOf({
  pages,
  annotations,
  georeferences,
}: Pick<Sources, 'pages' | 'annotations' | 'georeferences'>): EvidencePage[] {
  const marked = new Set(annotations.map(({ documentPageId }) => documentPageId));
  const placed = new Map(georeferences.flatMap(({ pageId, fit }) => (fit ? [[pageId, northOf(fit.affine)]] : [])));
  const shown = pages.filter(({ id, status }) => status === 'ready' && marked.has(id));
  return ordered(shown, ({ documentId, pageNumber }) => `${documentId}\n${String(pageNumber).padStart(6, '0')}`).map(
    (page) => {
      const facts = page.titleBlock?.facts ?? [];
      const sheetNumber = factOf(facts, 'sheet_number');
      const scale = factOf(facts, 'scale') ?? given(page.metadata?.mapScale);
      const year = yearOf(page);
      const feet = page.sheetScale?.feetPerPixel;
      return {
        ...{ id: page.id, document_id: page.documentId, page_number: page.pageNumber },
        ...{ width: page.width, height: page.height, dpi: rounded(page.dpi) },
        ...(year && { year }),
        ...(sheetNumber && { sheet_number: sheetNumber }),
        ...(scale && { map_scale: scale }),
        ...(feet !== undefined && { feet_per_pixel: rounded(feet), scale_basis: page.sheetScale?.basis ?? '' }),
        ...northFields(factOf(facts, 'north'), placed.get(page.id)),
      };
    },
  );
}

/** As the sheet states it, else by its place on the earth. */
function northFields(stated: string | undefined, placed: number | undefined) {
  if (stated !== undefined) return { north_degrees: Number(stated) };
  return placed === undefined ? {} : { north_degrees: placed, north_basis: 'georeference' };
}

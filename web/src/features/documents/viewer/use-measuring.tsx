import { useMemo, useState, type ReactNode } from 'react';
import { api } from '../../../lib/http/api.js';
import { operation } from '../../../lib/http/operation.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import type { AnnotationCoordinates } from '../../../evidence/annotation-records.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import type { MeasuredLine } from '@symbio/sheet/drawing/drawing';
import { areaText, groundScaleOf, lengthText } from '../../../viewer/measuring/ground-scale.js';
import { MeasurePanel } from '../../../viewer/measuring/measure-panel.js';
import { areaOf } from '@symbio/sheet/geometry/geometry';

const groundScaleApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Feet of ground per pixel; null resets it. */
    putGroundScale: build.mutation<unknown, { pageId: string; documentId: string; feetPerPixel: number | null }>({
      extraOptions: { failure: 'Failed to save the scale' },
      query: ({ pageId, feetPerPixel }) =>
        operation('PUT', '/api/pages/{id}/ground-scale', {
          path: { id: pageId },
          body: { feet_per_pixel: feetPerPixel },
        }),
      invalidatesTags: (_answer, _error, { documentId }) => [{ type: 'DocumentPage', id: documentId }],
    }),
  }),
});

interface Measuring {
  lengthOf: (pixels: number) => string;
  /** Empty if the scale of the sheet is unknown. */
  areaOf: (coordinates: AnnotationCoordinates) => string;
  measure: (line: MeasuredLine | null) => void;
  panel: ReactNode;
}

export function useMeasuring(page: DocumentPage | null, mayEdit: boolean): Measuring {
  const [line, setLine] = useState<MeasuredLine | null>(null);
  const [putGroundScale] = groundScaleApi.usePutGroundScaleMutation();
  const measured = page?.ground_scale ?? null;
  const sheetScale = page?.sheet_scale;
  const [feetPerPixel, byName] = [measured?.feet_per_pixel, measured?.by_name ?? ''];
  const scale = useMemo(
    () =>
      groundScaleOf({
        sheetScale,
        measured: feetPerPixel === undefined ? null : { feet_per_pixel: feetPerPixel, by_name: byName },
      }),
    [byName, feetPerPixel, sheetScale],
  );
  const lengthOf = useMemo(() => (pixels: number) => lengthText(pixels, scale), [scale]);
  const save = async (pageOf: DocumentPage, next: number | null, before: number | null): Promise<void> => {
    const put = (feetPerPixel: number | null) =>
      putGroundScale({ pageId: pageOf.id, documentId: pageOf.document_id, feetPerPixel }).unwrap();
    try {
      await put(next);
    } catch (error) {
      notify({
        type: 'error',
        title: 'The scale was not saved',
        description: errorMessage(error, 'Please try again.'),
      });
      return;
    }
    offerUndo(
      {
        id: `${pageOf.id} ${String(next)}`,
        title: next === null ? 'The measured scale was removed' : 'The scale of this sheet is set',
      },
      { what: `scale of page ${pageOf.page_number}`, undo: () => put(before) },
    );
  };
  return {
    lengthOf,
    areaOf: (coordinates) => areaText(areaOf(coordinates), scale),
    measure: setLine,
    panel: page && (
      <MeasurePanel
        line={line}
        scale={scale}
        why={sheetScale?.note ?? ''}
        isMeasured={measured !== null}
        mayEdit={mayEdit}
        onScale={(next) => void save(page, next, measured?.feet_per_pixel ?? null)}
      />
    ),
  };
}

import { doerOf, notFound, refuseFields, refuseOverruling, type Clock } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { pageEvents, type SetGroundScaleRequest } from '@symbio/proto/document';
import { MAX_FEET_PER_PIXEL } from '@symbio/proto/limits';
import type { Documents } from './documents.js';
import { pageEvent } from '../events.js';
import type { PageRow } from '../model.js';
import type { PageWriter } from '../repository.js';

interface GroundScaleDeps {
  documents: Pick<Documents, 'page'>;
  pageWriter: Pick<PageWriter, 'change'>;
  clock: Clock;
}

export function createSetGroundScale({ documents, pageWriter, clock }: GroundScaleDeps) {
  /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
  return async function setGroundScale(request: SetGroundScaleRequest, context: CallContext): Promise<PageRow> {
    const { pageId, feetPerPixel } = request;
    await documents.page(pageId, context, 'update');
    const isLength = feetPerPixel === undefined || (feetPerPixel > 0 && feetPerPixel <= MAX_FEET_PER_PIXEL);
    refuseFields(
      isLength ? {} : { feet_per_pixel: `feet_per_pixel must be above 0 and at most ${MAX_FEET_PER_PIXEL}` },
    );
    const page = await pageWriter.change(pageId, context.actor, (row, after) => {
      if (row.groundScale?.feetPerPixel === feetPerPixel) return undefined;
      refuseOverruling(context.actor, 'The scale of this page', row.groundScale?.byId);
      const by = { byId: doerOf(context.actor), byName: context.actor.name, at: clock.now() };
      const set: Partial<PageRow> = { groundScale: feetPerPixel === undefined ? undefined : { feetPerPixel, ...by } };
      return { set, events: [pageEvent(pageEvents.changed, after(set))] };
    });
    if (!page) throw notFound('Page');
    return page;
  };
}

export type SetGroundScale = ReturnType<typeof createSetGroundScale>;

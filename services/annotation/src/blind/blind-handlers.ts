import type { Handlers } from '@symbio/rpc';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { BlindSamples } from './blind-samples.js';
import type { BlindSheets } from './blind-sheets.js';
import { toBlindSample, toBlindSheet } from './mapping.js';

type Method = 'getBlindSample' | 'setBlindSample' | 'getBlindSheet' | 'markBlindSheet';

export const createBlindHandlers = (
  samples: BlindSamples,
  sheets: BlindSheets,
): Pick<Handlers<typeof AnnotationServiceService>, Method> => ({
  async getBlindSample({ projectId }, context) {
    return { sample: toBlindSample(await samples.get(context, projectId)) };
  },

  async setBlindSample({ projectId, percent }, context) {
    return { sample: toBlindSample(await samples.set(context, projectId, percent)) };
  },

  async getBlindSheet({ pageId }, context) {
    return { sheet: toBlindSheet(await sheets.get(context, pageId)) };
  },

  async markBlindSheet({ pageId }, context) {
    return { sheet: toBlindSheet(await sheets.mark(context, pageId)) };
  },
});

import { setMissing, type Migration } from '@symbio/mongo';

/** Values of pages that were never read. */
const UNREAD = {
  pageTypeConfidence: 0,
  yearConfidence: 0,
  mapScaleConfidence: 0,
  yearSource: '',
  pageTitleConfidence: 0,
  pageTitleSource: '',
  textSource: '',
  analyzedBy: '',
  preview: false,
  madeBy: '',
  audited: false,
};

/** Fields that rows from before November 2026 lack. */
export const completeRows: Migration = {
  name: '0003-complete-rows',
  async run(context) {
    const classified = { classification: { $exists: true } };
    const followed = { lastJobEvent: { $exists: true } };
    return (
      (await setMissing(context, 'documents', { 'classification.alternatives': [] }, classified)) +
      // older than any event
      (await setMissing(context, 'documents', { 'lastJobEvent.at': new Date(0) }, followed)) +
      (await setMissing(context, 'pages', UNREAD)) +
      (await setMissing(context, 'uploads', { by: '' }))
    );
  },
};

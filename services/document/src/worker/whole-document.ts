import { analyzePages } from './analysis-work.js';
import { makePages } from './page-pictures.js';
import { classify, type Work } from './work.js';

/**
 * Everything: pages, and what the document is when nobody has said it yet (DOC-28). Pages without text are left to a
 * job of their own, except when somebody waits for just these.
 */
export const processWhole: Work = async (item, tools) => {
  await makePages(item, tools);
  if (item.pageNumbers.length > 0) await analyzePages(item, tools);
  if (!item.document.classification) await classify(item, tools);
};

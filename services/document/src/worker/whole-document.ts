import { analyzePages } from './analysis-work.js';
import { makePages } from './page-pictures.js';
import { classify, type Work } from './work.js';

/** Makes pages and classifies the document if unclassified (DOC-28). Recognition is a separate job. */
export const processWhole: Work = async (item, tools) => {
  await makePages(item, tools);
  if (item.pageNumbers.length > 0) await analyzePages(item, tools);
  if (!item.document.classification) await classify(item, tools);
};

import { analyzePages } from './analysis-work.js';
import { makePages } from './page-pictures.js';
import type { Work } from './work.js';

/** Makes pages. Recognition is a separate job, except for single pages. */
export const processWhole: Work = async (item, tools) => {
  await makePages(item, tools);
  if (item.pageNumbers.length > 0) await analyzePages(item, tools);
};

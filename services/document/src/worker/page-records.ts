import { pagesOf, picturesOf, readingOf } from './page-words.js';
import { reportPageCount, type Work } from './work.js';

export const makeRecords: Work = async (item, tools) => {
  const { document, pageNumbers, report, signal } = item;
  const { peers, blobs, reader } = tools;
  const pictures = picturesOf(await pagesOf(document.id, peers));
  const copy = await blobs.localCopy(document.filePath);
  let done = 0;
  let total = pageNumbers.length || document.totalPages;
  try {
    const { totalPages, unreadable } = await reader.read({
      file: copy.path,
      category: document.category,
      pictures,
      ...(pageNumbers.length > 0 && { only: pageNumbers }),
      signal,
      onOpened: async (pageCount) => {
        if (pageNumbers.length === 0) total = pageCount;
        await reportPageCount(document, pageCount, done, report, peers);
      },
      onPage: async (page) => {
        await peers.documents.recordPage(readingOf(page, 'pdf', item), await peers.asSelf());
        done++;
        await report.progress(done, total);
      },
    });
    report.line(`${done} of ${pageNumbers.length || totalPages} pages read`);
    report.result({ pagesProcessed: done, pagesSkipped: 0, pagesFailed: unreadable.length });
    if (unreadable.length > 0) report.line(`Could not be read: ${unreadable.join(', ')}`);
  } finally {
    await copy.release();
  }
};

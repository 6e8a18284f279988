/** Reads a document's pages one by one. */
import { vendorList } from '@symbio/agency-lists';
import type { DocumentServiceService } from '@symbio/proto/document';
import { MAX_PER_PAGE, MAX_RADIUS_REPORT_PAGES } from '@symbio/proto/limits';
import { reportReader, type RadiusReport, type ReportRow } from '@symbio/radius-reports';
import type { CallContext, Client } from '@symbio/rpc';
import { conflict } from '@symbio/runtime';
import type { StoredReportList, StoredReportRow } from './model.js';

/** As many records as a search may find. */
const MAX_ROWS = 5_000;

export type Documents = Pick<Client<typeof DocumentServiceService>, 'getDocument' | 'listPages' | 'listPageWords'>;

export interface ReadReport extends Omit<RadiusReport, 'rows' | 'orphans' | 'totals' | 'differences' | 'pages'> {
  rows: StoredReportRow[];
  orphans: StoredReportRow[];
  lists: StoredReportList[];
  pageCount: number;
  unreadPages: number;
}

function listsOf(
  { rows, totals, differences, check }: RadiusReport,
  pageIdOf: (page: number) => string,
): StoredReportList[] {
  const counts = new Map<string, { read: number; page: number }>();
  for (const { list, page } of totals) counts.set(list, { read: 0, page });
  for (const { lists, page } of rows)
    for (const list of lists.length > 0 ? lists : ['']) {
      const known = counts.get(list) ?? { read: 0, page };
      counts.set(list, { ...known, read: known.read + 1 });
    }
  const all = [...counts].map(([list, { read, page }]): StoredReportList => {
    const total = totals.find((each) => each.list === list)?.total;
    const difference = differences.find((each) => each.list === list);
    const at = difference?.page ?? page;
    const uncompared = check === 'none' ? `${read} ${list} were read. The report has no count to compare with.` : '';
    return {
      ...{ list, standardList: vendorList(list), read, page: at, pageId: pageIdOf(at) },
      ...(total !== undefined && { total }),
      needsConfirmation: difference !== undefined || (check === 'none' && read > 0),
      sentence: difference?.sentence ?? uncompared,
    };
  });
  // a difference of the summary as a whole
  const others = differences.filter(({ list }) => !counts.has(list));
  return [
    ...all,
    ...others.map(({ list, said, read, sentence, page }): StoredReportList => ({
      ...{
        list,
        standardList: vendorList(list),
        read,
        needsConfirmation: true,
        sentence,
        page,
        pageId: pageIdOf(page),
      },
      ...(said !== undefined && { total: said }),
    })),
  ];
}

/**
 * In bounded memory: words of one page, and the rows.
 * @throws AppError FAILED_PRECONDITION too_many_pages, too_many_records
 */
export async function readPages(documentId: string, documents: Documents, context: CallContext): Promise<ReadReport> {
  const reader = reportReader();
  const pageIds = new Map<number, string>();
  let [pageCount, unreadPages] = [0, 0];
  for (let page = 1; page === 1 || (page - 1) * MAX_PER_PAGE < pageCount; page++) {
    const { pages, pageInfo } = await documents.listPages(
      { documentId, paging: { page, perPage: MAX_PER_PAGE } },
      context,
    );
    pageCount = pageInfo?.count ?? pages.length;
    if (pageCount > MAX_RADIUS_REPORT_PAGES)
      throw conflict(
        'too_many_pages',
        `The document has ${pageCount} pages; a radius report has at most ${MAX_RADIUS_REPORT_PAGES}. Split it first.`,
      );
    if (pages.length === 0) break;
    for (const { id, pageNumber } of pages) {
      const { words } = await documents.listPageWords({ pageId: id }, context);
      pageIds.set(pageNumber, id);
      if (words.length === 0) unreadPages++;
      else reader.add({ number: pageNumber, words });
    }
  }
  const { rows, orphans, vendor, check, dates, doubts, totals, differences, pages } = reader.finish();
  if (rows.length + orphans.length > MAX_ROWS)
    throw conflict('too_many_records', `The report lists more than ${MAX_ROWS} sites. Split the document first.`);
  const pageIdOf = (page: number): string => pageIds.get(page) ?? '';
  const stored = (row: ReportRow): StoredReportRow => ({ ...row, pageId: pageIdOf(row.page) });
  const unread = unreadPages === 0 ? [] : [`${unreadPages} of ${pageCount} pages have no recognized text.`];
  return {
    ...{ vendor, check, dates, doubts: [...doubts, ...unread], pageCount, unreadPages },
    ...{ rows: rows.map(stored), orphans: orphans.map(stored) },
    lists: listsOf({ rows, orphans, vendor, check, dates, doubts, totals, differences, pages }, pageIdOf),
  };
}

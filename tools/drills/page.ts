/** Lines between which a page holds what the last run found. */
const BEGIN = '<!-- written by npm run drill -->';
const END = '<!-- end of what is written -->';

/** A page with another report between its marks. @throws Error for a page without them */
export function withReport(page: string, report: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`the page lacks the lines ${BEGIN} and ${END}`);
  return `${page.slice(0, from + BEGIN.length)}\n\n${report}\n\n${page.slice(to)}`;
}

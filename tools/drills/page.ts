/** Line after which what was written ends. */
const END = '<!-- end of what is written -->';

/**
 * A page with another report between its marks.
 *
 * @param command the one that writes it, which the first mark names
 * @throws Error for a page without them
 */
export function withReport(page: string, report: string, command = 'npm run drill'): string {
  const begin = `<!-- written by ${command} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(END, from);
  if (from === -1 || to === -1) throw new Error(`the page lacks the lines ${begin} and ${END}`);
  return `${page.slice(0, from + begin.length)}\n\n${report}\n\n${page.slice(to)}`;
}

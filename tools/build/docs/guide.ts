/** Reads docs/adding-a-service.md: its code blocks are the files and lines of the example. */

export interface GuideFile {
  file: string;
  text: string;
}

/** A line that the guide adds to an existing file: after, or before, the first line that contains `anchor`. */
export interface GuideLine {
  file: string;
  place: 'before' | 'after';
  anchor: string;
  text: string;
}

/** Blocks with `file=` and with `line=` in their first line, in the order of the guide. */
export function readGuide(markdown: string): { files: GuideFile[]; lines: GuideLine[] } {
  const files: GuideFile[] = [];
  const lines: GuideLine[] = [];
  for (const [, info = '', text = ''] of markdown.matchAll(/^```\w+ (.+)\n([^]*?)^```$/gm)) {
    const file = /^file=(\S+)$/.exec(info)?.[1];
    const line = /^line=(\S+) (before|after)="(.+)"$/.exec(info);
    if (file !== undefined) files.push({ file, text });
    else if (line) lines.push({ file: line[1]!, place: line[2] as GuideLine['place'], anchor: line[3]!, text });
    else throw new Error(`not understood: ${info}`);
  }
  return { files, lines };
}

/** Inserts the line. @throws when the anchor is missing */
export function insertLine(document: string, { file, place, anchor, text }: GuideLine): string {
  const all = document.split('\n');
  const at = all.findIndex((line) => line.includes(anchor));
  if (at < 0) throw new Error(`${file} has no line with ${anchor}`);
  all.splice(place === 'before' ? at : at + 1, 0, ...text.replace(/\n$/, '').split('\n'));
  return all.join('\n');
}

import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { strToU8, zipSync } from 'fflate';
import { openWord, readOdt } from './word-file.js';

const CONTENT = `<office:text><text:p text:style-name="P1">Site &amp; <text:s/>plan</text:p><text:p text:style-name="P1"/>
<table:table><table:table-header-rows><table:table-row><text:p>Year</text:p><text:p>Source</text:p></table:table-row></table:table-header-rows>
<text:p><text:a xlink:type="simple" xlink:href="https://symbio.test/?a=1&amp;b=2">Open the<text:line-break/>sheet</text:a></text:p></table:table>
<text:h text:outline-level="1"><text:a xlink:href="#chapter_1">1 Summary</text:a></text:h>
<text:p><draw:frame><svg:title>Figure 1</svg:title><svg:desc>A plan.</svg:desc></draw:frame></text:p></office:text>`;
const ODT = zipSync({ 'content.xml': strToU8(CONTENT), 'Pictures/1.jpg': strToU8('a'), 'styles.xml': strToU8('') });

let folder: string;
eachInFolder((made) => (folder = made));

function script(content: string): string {
  const file = path.join(folder, 'soffice');
  fs.writeFileSync(file, `#!/bin/sh\n${content}\n`, { mode: 0o755 });
  return file;
}

it('reads paragraphs, heads of tables, pictures and links of an OpenDocument text', () => {
  expect(readOdt(ODT)).toEqual({
    paragraphs: ['Site&plan', 'Year', 'Source', 'Openthesheet', '1Summary'],
    headRows: ['YearSource'],
    pictures: new Set(['ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb']),
    links: new Set(['https://symbio.test/?a=1&b=2']),
  });
});

it('reads the copy that LibreOffice makes, with a profile of its own', async () => {
  fs.writeFileSync(path.join(folder, 'made'), ODT);
  const office = script(`echo "$@" > ${folder}/arguments; cp ${folder}/made ${folder}/report.odt`);
  expect((await openWord(office, '/delivered/report.docx', folder))?.headRows).toEqual(['YearSource']);
  expect(fs.readFileSync(path.join(folder, 'arguments'), 'utf8')).toBe(
    `-env:UserInstallation=file://${folder}/profile --headless --convert-to odt --outdir ${folder} /delivered/report.docx\n`,
  );
});

it('finds that LibreOffice cannot open a file, although it ends with code 0', async () => {
  expect(await openWord(script('exit 0'), '/delivered/report.docx', folder)).toBeUndefined();
});

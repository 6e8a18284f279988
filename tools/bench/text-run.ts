// Program: reads the text of all pages of a PDF with the product's page reader and prints the seconds it took, the
// start of its process included.
//
//   node text-run.js FILE
import { createPageReader } from '@symbio/page-engine/reading';

const [file] = process.argv.slice(2);
if (!file) throw new Error('Say which file to read.');
let read = 0;
const began = performance.now();
const { totalPages } = await createPageReader().read({
  file,
  category: 'other',
  onPage: ({ text }) => {
    if (text.length > 0) read++;
  },
});
const seconds = (performance.now() - began) / 1000;
if (read !== totalPages) throw new Error(`only ${read} of ${totalPages} pages have text`);
console.log(String(seconds));

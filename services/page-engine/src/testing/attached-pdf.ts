import { PdfWriter } from './pdf-writer.js';

export function pdfWithFiles(files: Readonly<Record<string, Buffer>>, catalog = ''): Buffer {
  const pdf = new PdfWriter();
  const names = Object.entries(files).map(([name, content]) => {
    const data = pdf.add('/Type/EmbeddedFile', content);
    const file = pdf.add(`/Type/Filespec/F(${name})/UF(${name})/EF<</F ${data} 0 R>>`);
    return `(${name}) ${file} 0 R`;
  });
  pdf.page([], 612, 792, { content: '0 0 100 100 re f' });
  return pdf.save({ catalog: `/Names<</EmbeddedFiles<</Names[${names.join(' ')}]>>>>${catalog}` });
}

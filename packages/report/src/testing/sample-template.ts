import { Document, Footer, Header, Packer, Paragraph, TextRun } from 'docx';

/** A firm's template with the given paragraphs, and a tag in its header that is split over runs. */
export async function sampleTemplate(paragraphs: readonly string[]): Promise<Uint8Array> {
  const document = new Document({
    sections: [
      {
        headers: {
          default: new Header({
            children: [
              new Paragraph({
                children: [
                  new TextRun('Whitfield Environmental, Inc. {{project_'),
                  new TextRun({ text: 'num', bold: true }),
                  new TextRun('ber}}'),
                ],
              }),
            ],
          }),
        },
        footers: { default: new Footer({ children: [new Paragraph('{{evidence}}')] }) },
        children: paragraphs.map((text) => new Paragraph(text)),
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

import { readFileSync } from 'node:fs';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

export type PictureFilter = 'DCTDecode' | 'CCITTFaxDecode';

/** A picture as stored in a PDF. */
export interface EmbeddedPicture {
  data: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
  /** Parameter of the CCITT decoder: whether a set bit is black. */
  blackIs1: boolean;
}

/** The first picture of a PDF with this filter, in the order of its objects. @throws Error when it holds none */
export async function embeddedPicture(file: string, filter: PictureFilter): Promise<EmbeddedPicture> {
  const document = await PDFDocument.load(readFileSync(file));
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of('Filter')) !== PDFName.of(filter)) continue;
    const number = (key: string): number => Number(object.dict.get(PDFName.of(key))?.toString());
    return {
      data: object.contents,
      width: number('Width'),
      height: number('Height'),
      blackIs1: /BlackIs1\s+true/.test(object.dict.get(PDFName.of('DecodeParms'))?.toString() ?? ''),
    };
  }
  throw new Error(`${file} holds no picture in ${filter}`);
}

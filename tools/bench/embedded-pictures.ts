import { readFileSync } from 'node:fs';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

export type PictureFilter = 'DCTDecode' | 'CCITTFaxDecode' | 'JPXDecode';

/** A picture as stored in a PDF. */
export interface EmbeddedPicture {
  data: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
  /** Parameter of the CCITT decoder: whether a set bit is black. */
  blackIs1: boolean;
}

/**
 * The pictures of a PDF with this filter, in the order of its objects.
 *
 * @throws Error when it holds none
 */
export async function embeddedPictures(file: string, filter: PictureFilter): Promise<EmbeddedPicture[]> {
  const document = await PDFDocument.load(readFileSync(file));
  const pictures: EmbeddedPicture[] = [];
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of('Filter')) !== PDFName.of(filter)) continue;
    const number = (key: string): number => Number(object.dict.get(PDFName.of(key))?.toString());
    pictures.push({
      data: object.contents,
      width: number('Width'),
      height: number('Height'),
      blackIs1: /BlackIs1\s+true/.test(object.dict.get(PDFName.of('DecodeParms'))?.toString() ?? ''),
    });
  }
  if (pictures.length === 0) throw new Error(`${file} holds no picture in ${filter}`);
  return pictures;
}

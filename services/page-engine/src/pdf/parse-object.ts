import { PDFContext, PDFObjectParser, type PDFObject } from './pdf-lib.js';

/** @param text of an object, a character for each byte */
export const parseObject = (text: string, context = PDFContext.create()): PDFObject =>
  PDFObjectParser.forBytes(Buffer.from(text, 'latin1'), context).parseObject();

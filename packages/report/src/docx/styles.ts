import { type IStylesOptions, LineRuleType } from 'docx';

const INK = '1D3445';
const SOFT = '5B6B78';
/** Of the house: on every Windows and Mac; LibreOffice has one of the same widths. */
const FONT = 'Cambria';

/** Sizes in half points, spacings in twips. */
export const STYLES: IStylesOptions = {
  default: {
    document: {
      run: { font: FONT, size: 21, language: { value: 'en-US' } },
      paragraph: { spacing: { after: 140, line: 270, lineRule: LineRuleType.AUTO } },
    },
    title: {
      run: { font: FONT, size: 52, bold: true, color: INK },
      paragraph: { spacing: { before: 2_400, after: 80 } },
    },
    heading1: {
      run: { font: FONT, size: 34, bold: true, color: INK },
      paragraph: { spacing: { before: 480, after: 200 }, keepNext: true },
    },
    heading2: {
      run: { font: FONT, size: 25, bold: true, color: INK },
      paragraph: { spacing: { before: 300, after: 120 }, keepNext: true },
    },
    hyperlink: { run: { color: '1A5A8A', underline: { type: 'none' } } },
  },
  paragraphStyles: [
    // outside of the contents, which list the first level
    { id: 'TOCHeading', name: 'TOC Heading', basedOn: 'Heading1', paragraph: { outlineLevel: 9 } },
    { id: 'TOC1', name: 'toc 1', basedOn: 'Normal', paragraph: { spacing: { after: 60 } } },
    {
      id: 'Subtitle',
      name: 'Subtitle',
      basedOn: 'Normal',
      run: { font: FONT, size: 34, color: SOFT },
      paragraph: { spacing: { after: 900 } },
    },
    {
      id: 'TableText',
      name: 'Table Text',
      basedOn: 'Normal',
      run: { size: 17 },
      paragraph: { spacing: { after: 0, line: 240, lineRule: LineRuleType.AUTO } },
    },
    {
      id: 'Fact',
      name: 'Fact',
      basedOn: 'Normal',
      run: { size: 20 },
      paragraph: { spacing: { after: 0, line: 250, lineRule: LineRuleType.AUTO } },
    },
    { id: 'FactLabel', name: 'Fact Label', basedOn: 'Fact', run: { size: 19, color: SOFT } },
    {
      id: 'Gap',
      name: 'Gap',
      basedOn: 'Normal',
      run: { size: 8 },
      paragraph: { spacing: { after: 160, line: 120, lineRule: LineRuleType.AUTO } },
    },
    {
      id: 'Caption',
      name: 'caption',
      basedOn: 'Normal',
      run: { size: 18, color: INK },
      paragraph: { spacing: { before: 80, after: 320, line: 240, lineRule: LineRuleType.AUTO } },
    },
    {
      id: 'PageText',
      name: 'Page Text',
      basedOn: 'Normal',
      run: { size: 16, color: SOFT },
      paragraph: { spacing: { after: 0 } },
    },
  ],
};

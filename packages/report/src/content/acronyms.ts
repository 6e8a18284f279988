/** Acronyms of the field that a report uses. */
import type { Block, Chapter } from './model.js';
import { heading } from './prose.js';

const ACRONYMS: Readonly<Record<string, string>> = {
  AAI: 'all appropriate inquiries',
  ACM: 'asbestos-containing material',
  AST: 'aboveground storage tank',
  AUL: 'activity and use limitation',
  BER: 'business environmental risk',
  CERCLA: 'Comprehensive Environmental Response, Compensation, and Liability Act',
  CFR: 'Code of Federal Regulations',
  CREC: 'controlled recognized environmental condition',
  DNAPL: 'dense non-aqueous phase liquid',
  EP: 'environmental professional',
  EPA: 'United States Environmental Protection Agency',
  ESA: 'environmental site assessment',
  HREC: 'historical recognized environmental condition',
  LNAPL: 'light non-aqueous phase liquid',
  LUST: 'leaking underground storage tank',
  MGP: 'manufactured gas plant',
  NPL: 'National Priorities List',
  PAH: 'polycyclic aromatic hydrocarbon',
  PCB: 'polychlorinated biphenyl',
  PFAS: 'per- and polyfluoroalkyl substances',
  RCRA: 'Resource Conservation and Recovery Act',
  REC: 'recognized environmental condition',
  USGS: 'United States Geological Survey',
  UST: 'underground storage tank',
  VOC: 'volatile organic compound',
};

const isUsedIn = (text: string, acronym: string): boolean => new RegExp(`\\b${acronym}s?\\b`).test(text);

/** A list of those that the chapters use; no block without one. Findings without review do not count. */
export function acronyms(chapters: readonly Chapter[]): Block[] {
  const text = JSON.stringify(chapters.filter(({ key }) => key !== 'unreviewed'));
  const used = Object.entries(ACRONYMS).filter(([acronym]) => isUsedIn(text, acronym));
  if (used.length === 0) return [];
  return [heading('Acronyms'), { kind: 'facts', facts: used.map(([label, meaning]) => ({ label, text: [meaning] })) }];
}

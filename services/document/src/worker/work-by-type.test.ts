import { CLASSIFYING_JOBS } from '../classification/document-classifier.js';
import { WORK } from './work-by-type.js';
import { processWhole } from './whole-document.js';
import { classify } from './work.js';

it('matches the jobs to which uploads are left for classification (DOC-28)', () => {
  const classifying = Object.entries(WORK).filter(([, work]) => work === processWhole || work === classify);
  expect([...CLASSIFYING_JOBS].sort()).toEqual(classifying.map(([type]) => type).sort());
});

import { replaceNames } from '@symbio/people';
import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { alignmentModel } from './alignments/model.js';
import { georeferenceModel } from './georeferences/model.js';
import { proposalModel } from './georeferences/proposal/model.js';
import { bulkModel } from './bulk/model.js';
import { documentModels } from './model.js';
import {
  alignmentNames,
  bulkNames,
  documentNames,
  georeferenceNames,
  pageNames,
  pageOpeningNames,
  photographNames,
  shareLinkNames,
  splitNames,
  streetFileNames,
} from './names-of-people.js';
import { pageOpeningModel } from './page-openings/model.js';
import { splitModel } from './splitting/model.js';
import { shareLinkModel } from './share-links/model.js';
import { streetModels } from './streets/model.js';

/** Text fields that stay when a person is erased, by reason. */
const STAYS = {
  'what people typed, or called their files': [
    'bulkChanges.items.before.said.provider.value',
    'bulkChanges.items.before.said.year.value',
    'bulkChanges.items.title',
    'bulkChanges.provider',
    'bulkChanges.year',
    'documents.attached',
    'documents.description',
    'documents.fileName',
    'documents.pdfSubject',
    'documents.pdfTitle',
    'documents.providerRead',
    'documents.said.provider.value',
    'documents.said.year.value',
    'documents.title',
    'photographs.caption',
    'photographs.fileName',
    'shareLinks.name',
    'splits.ranges.title',
    'splits.ranges.address',
    'streetFiles.fileName',
  ],
  'names and places of streets': [
    'proposals.points.name',
    'proposals.streets',
    'streetBlocks.core',
    'streetBlocks.street',
    'streetCrossings.cores',
    'streetCrossings.place',
    'streetCrossings.streets',
    'streetFiles.aliases.alias',
    'streetFiles.aliases.name',
  ],
  'what stands on the pages of files': [
    'pageTexts.marks',
    'pageTexts.sequence',
    'pageTexts.tokens',
    'pages.extractedText',
    'pages.pageTitle',
    'searchWords.ending',
    'searchWords.near',
    'searchWords.token',
  ],
  'facts about sheets, as read or as a person corrected them': [
    'pages.mapScale',
    'pages.titleBlock.corrections.value',
    'pages.titleBlock.history.before.value',
    'pages.titleBlock.history.from',
    'pages.titleBlock.history.to',
    'pages.titleBlock.readings.detail',
    'pages.titleBlock.readings.value',
    'pages.titleBlock.volume.detail',
    'pages.titleBlock.volume.value',
  ],
  'sentences of the product': [
    'bulkChanges.items.code',
    'bulkChanges.items.error',
    'documents.classification.reasoning',
    'documents.notices.message',
    'georeferences.footprint',
    'proposals.why',
    'georeferences.history.before.points.name',
    'georeferences.points.name',
    'georeferences.regionName',
    'documents.processingError',
    'pages.error',
  ],
  'ids, keys and digests': [
    'bulkChanges.by.sub',
    'splits.confirmedBySub',
    'bulkChanges.wish',
    'documents.original.pdfSha256',
    'documents.pagesJob',
    'documents.uploadedBy',
    'pages.analyzedBy',
    'pages.wordsDigest',
    'photographs.addedBy',
    'photographs.attempts',
    'photographs.stored.picture',
    'photographs.stored.thumbnail',
    'uploads.by',
  ],
  'words of the contract, and moments': [
    'documents.job.type',
    'documents.mimeType',
    'documents.notices.code',
    'documents.original.mimeType',
    'pages.kindSaid.history.from',
    'pages.kindSaid.history.to',
    'pages.pageTitleSource',
    'pages.pageType',
    'pages.tileFormat',
    'pages.yearSource',
    'photographs.sortKey',
    'splits.ranges.why',
    'photographs.takenAt',
    'photographs.viewDirection',
  ],
};

it('covers every field that can contain a name', () => {
  const to = unconnected();
  const { documents, pages, pageTexts, searchWords, uploads, photographs } = documentModels(to);
  const { streetFiles, streetCrossings, streetBlocks } = streetModels(to);
  expect(
    fieldsToExplain([
      erasedFields(documents, documentNames),
      erasedFields(pages, pageNames),
      erasedFields(pageTexts),
      erasedFields(searchWords),
      erasedFields(uploads),
      erasedFields(photographs, photographNames),
      erasedFields(alignmentModel(to), alignmentNames),
      erasedFields(georeferenceModel(to), georeferenceNames),
      erasedFields(bulkModel(to), bulkNames),
      erasedFields(shareLinkModel(to), shareLinkNames),
      erasedFields(splitModel(to), splitNames),
      erasedFields(pageOpeningModel(to), pageOpeningNames),
      erasedFields(proposalModel(to)),
      erasedFields(streetFiles, streetFileNames),
      erasedFields(streetCrossings),
      erasedFields(streetBlocks),
    ]),
  ).toEqual(Object.values(STAYS).flat().sort());
});

const nameOf = (id: string): string | undefined => (id === 'ada' ? 'Erased person 7' : undefined);
const by = (byId: string, byName: string) => ({ byId, byName });

it('removes names without changing the order of corrections', () => {
  const history = [
    { ...by('ada', 'Ada Marsh'), fact: 'year', to: '1951' },
    { ...by('ben', 'Ben Ito'), fact: 'year', before: { ...by('ada', 'Ada Marsh'), value: '1951' } },
  ];
  const row = {
    titleBlock: { corrections: [by('ben', 'Ben Ito'), by('ada', 'Ada Marsh')], history },
    kindSaid: { word: by('ada', 'Ada Marsh'), history: [by('ben', 'Ben Ito')] },
    groundScale: { ...by('ada', 'Ada Marsh'), feetPerPixel: 2 },
  };
  const now = 'Erased person 7';
  expect(replaceNames(row, pageNames, nameOf)).toEqual({
    'titleBlock.corrections': [by('ben', 'Ben Ito'), by('ada', now)],
    'titleBlock.history': [
      { ...by('ada', now), fact: 'year', to: '1951' },
      { ...by('ben', 'Ben Ito'), fact: 'year', before: { ...by('ada', now), value: '1951' } },
    ],
    'kindSaid.word.byName': now,
    'groundScale.byName': now,
  });
  expect(replaceNames({ titleBlock: { corrections: [], history: [] } }, pageNames, nameOf)).toBeUndefined();
});

it('keeps the name of a program that acted for a user', () => {
  const asked = { sub: 'ada', authorId: 'program', name: 'Map Reader 2' };
  expect(replaceNames({ by: asked }, bulkNames, nameOf)).toBeUndefined();
  expect(replaceNames({ by: { ...asked, authorId: 'ada', name: 'Ada Marsh' } }, bulkNames, nameOf)).toEqual({
    'by.name': 'Erased person 7',
  });
});

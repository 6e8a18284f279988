import { annotations, determinations, documents, features, mentions, pages, projects, vocabularies } from '@symbio/api';
import * as shown from '../presenters.js';
import { operationTool, type Tool } from '../tool.js';

const SLICE = { per_page: '50' };
const BY_PAGE = ['page', 'per_page'] as const;
const BY_CURSOR = [...BY_PAGE, 'cursor', 'updated_after'] as const;
const effect = 'reads';

export const listTools: Tool[] = [
  operationTool({
    name: 'list_projects',
    title: 'List projects',
    description: 'Projects that you may see, newest first. Each is the assessment of one property.',
    effect,
    operation: projects.listProjects,
    argumentNames: ['search', 'status', ...BY_CURSOR],
    defaults: SLICE,
    output: shown.listOf('projects', shown.project),
    present: shown.named('projects'),
  }),
  operationTool({
    name: 'list_documents',
    title: 'List documents',
    description:
      'Documents (PDFs) of a project, newest first: historical maps, aerials, city directories, records. Pages of documents in `pages_ready` or `analysis_complete` can be viewed.',
    effect,
    operation: documents.listDocuments,
    argumentNames: ['project_id', 'search', 'category', ...BY_CURSOR],
    defaults: SLICE,
    output: shown.listOf('documents', shown.document),
    present: shown.named('documents'),
  }),
  operationTool({
    name: 'list_pages',
    title: 'List pages',
    description: 'Pages of a document in order, with their size in pixels and recognized metadata (kind, year, scale).',
    effect,
    operation: documents.listDocumentPages,
    argumentNames: ['document_id', ...BY_CURSOR],
    defaults: SLICE,
    output: shown.listOf('pages', shown.page),
    present: shown.named('pages'),
  }),
  operationTool({
    name: 'search_pages',
    title: 'Search pages',
    description:
      'Pages of a project that contain all words, best match first, scans included. A word also matches as the prefix of a longer word, joined with another word, or with one or two misread letters (see `match`); "in quotes" matches the exact phrase. Returns the positions of the words (the first `places` of `place_count`) for look_at_page. Lettering on old maps is recognized imperfectly: try single words and synonyms.',
    effect,
    operation: pages.searchPages,
    argumentNames: ['project_id', 'q', 'document_id', 'sort', ...BY_PAGE],
    defaults: { per_page: '20' },
    output: shown.listOf('pages', shown.hit),
    present: ({ data, ...rest }) => ({ ...rest, pages: data.map(shown.presentHit) }),
  }),
  operationTool({
    name: 'list_annotations',
    title: 'List annotations',
    description:
      'Annotations on pages by people and agents, with review decisions about those of agents. Requires at least one of document_page_id, document_id, project_id, author_id, run_id.',
    effect,
    operation: annotations.listAnnotations,
    argumentNames: ['document_page_id', 'document_id', 'project_id', 'author_id', 'run_id', ...BY_CURSOR],
    defaults: SLICE,
    output: shown.listOf('annotations', shown.annotation),
    present: shown.named('annotations'),
  }),
  operationTool({
    name: 'list_features',
    title: 'List features of interest',
    description:
      'Sites that are an environmental risk for a property (a gas works, a dry cleaner, a buried tank). Search here before proposing one: a site is one feature, however many sources mention it. Requires at least one of project_id, author_id, run_id, name_ilike, land_use_overlaps.',
    effect,
    operation: features.listFeatures,
    argumentNames: [
      'project_id',
      'author_id',
      'run_id',
      'name_ilike',
      'land_use_overlaps',
      'near',
      'radius',
      ...BY_CURSOR,
    ],
    defaults: SLICE,
    output: shown.listOf('features', shown.feature),
    present: shown.named('features'),
  }),
  operationTool({
    name: 'list_mentions',
    title: 'List mentions',
    description:
      'Evidence: where features appear in sources, with the current record of each mention. Requires at least one of feature_id, annotation_id, project_id, author_id, run_id.',
    effect,
    operation: mentions.listMentions,
    argumentNames: ['feature_id', 'annotation_id', 'project_id', 'author_id', 'run_id', ...BY_CURSOR],
    defaults: SLICE,
    output: shown.listOf('mentions', shown.mention),
    present: shown.named('mentions'),
  }),
  operationTool({
    name: 'list_determinations',
    title: 'List determinations',
    description:
      'How people judged features: REC, CREC, HREC, BER, de minimis or none, newest first. `stale`: the evidence changed since. Requires project_id or feature_id.',
    effect,
    operation: determinations.listDeterminations,
    argumentNames: ['project_id', 'feature_id', 'status', ...BY_PAGE],
    defaults: SLICE,
    output: shown.listOf('determinations', shown.determination),
    present: shown.named('determinations'),
  }),
  operationTool({
    name: 'list_determination_questions',
    title: 'List the questions of a determination',
    description: 'The questions that lead to a kind of determination. Begin with the first one.',
    effect,
    operation: determinations.listDeterminationQuestions,
    argumentNames: [...BY_PAGE],
    defaults: SLICE,
    output: shown.listOf('questions', shown.determinationQuestion),
    present: shown.named('questions'),
  }),
  operationTool({
    name: 'list_land_uses',
    title: 'List land uses',
    description: 'The values of a feature’s `land_use`, with the contaminants typical of such places.',
    effect,
    operation: vocabularies.listLandUses,
    argumentNames: [],
    defaults: { per_page: '100' },
    output: shown.listOf('land_uses', shown.landUse),
    present: shown.named('land_uses'),
  }),
];

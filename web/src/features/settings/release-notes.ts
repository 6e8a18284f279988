import { CLIENT_VERSION, RELEASE_DATE } from '../../lib/ui/product.js';

export interface ReleaseNote {
  version: string;
  /** Published for the current version only (OP-39). */
  date?: string;
  summary: string;
  changes: readonly string[];
}

/** `v0-1-20` for 0.1.20 (SET-16). */
export const anchorOf = (version: string): string => `v${version.replaceAll('.', '-')}`;

/** Newest first (SET-17 to SET-27). */
export const RELEASE_NOTES: readonly ReleaseNote[] = [
  {
    version: CLIENT_VERSION,
    date: RELEASE_DATE,
    summary: 'The public API, and a workspace that follows the way you work.',
    changes: [
      'Public API with bearer-token authorization: Documents and Document Pages with signed URLs, authors, annotations, features of interest, mentions and their history.',
      'Permission-gated workflow steps: Agents is open to administrators and to the team members who run them.',
      'Dark mode that follows the operating system until you choose for yourself.',
      'Documentation of all 37 operations of the API in the settings; each way to ask for a list counts as one, and later versions add more.',
    ],
  },
  {
    version: '0.1.60',
    summary: 'An issue tracker inside the product.',
    changes: [
      'Report bugs, improvements and feature requests from any screen; the context path is kept with the issue.',
      'Status from open to closed, severity, assignee and screenshots for each issue.',
      'Comment threads on issues.',
    ],
  },
  {
    version: '0.1.50',
    summary: 'Background jobs you can follow.',
    changes: [
      'A table of the agents of a project: type, status, attempts, document filename and duration of each job.',
      'Error logs of a job, with line count, in a dialog of their own.',
      'Failed jobs are retried automatically, and can be cancelled or retried manually.',
    ],
  },
  {
    version: '0.1.40',
    summary: 'From annotation to evidence.',
    changes: [
      'Mentions tie an annotation to a feature of interest, with a narrative and a confidence score from 0 to 10.',
      'Every change of a mention is kept as a version, with its status: active, superseded or rejected.',
      'Unassociated mentions are listed beside the features until someone decides where they belong.',
    ],
  },
  {
    version: '0.1.30',
    summary: 'Features of interest.',
    changes: [
      'Sites with coordinates and land use, collected for each project.',
      'Nearby features within 50 m are found while coordinates are typed, so that one site is not entered twice.',
      'Typical contaminants of each land use, beside the list.',
    ],
  },
  {
    version: '0.1.20',
    summary: 'Historical maps, page by page.',
    changes: [
      'Viewing of historical maps such as fire insurance maps, topographic maps and aerial photographs, with smooth zoom and pan.',
      'Ellipse annotations tied to their page (document_page_id), drawn by people or by agents.',
      'Labels of pages from their year and type.',
    ],
  },
  {
    version: '0.1.10',
    summary: 'Documents that sort themselves.',
    changes: [
      'Upload of PDF documents up to 200 MB, several at a time.',
      'Classification of each document with confidence and reasoning; a person has the last word.',
      'Search and filters over the documents of a project.',
    ],
  },
  {
    version: '0.1.0',
    summary: 'The first version.',
    changes: [
      'Projects dashboard with optimistic updates: a change shows at once and is rolled back if it fails.',
      'Project setup with property, client and due date.',
      'Sign-in with confirmed email addresses.',
    ],
  },
];

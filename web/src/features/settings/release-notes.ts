import { CLIENT_VERSION, RELEASE_DATE } from '../../lib/ui/product.js';

export interface ReleaseNote {
  version: string;
  /** Known from 0.2.0 on (OP-39). */
  date?: string;
  summary: string;
  sections: readonly Section[];
}

interface Section {
  /** Absent where a version has one section only. */
  title?: string;
  changes: readonly string[];
}

/** `v0-1-20` for 0.1.20 (SET-16). */
export const anchorOf = (version: string): string => `v${version.replaceAll('.', '-')}`;

/** Newest first (SET-17 to SET-27). `docs/release-notes.md` has the changes for programs and operators. */
export const RELEASE_NOTES: readonly ReleaseNote[] = [
  {
    version: CLIENT_VERSION,
    date: RELEASE_DATE,
    summary: 'From the first box of documents to a signed report, without leaving Symbio.',
    sections: [
      {
        title: 'Documents',
        changes: [
          'Drop what you have: TIFF, JPEG, PNG and JPEG 2000 files, ZIP files of these, and PDF files with a password.',
          'A vendor’s package is split into its documents on a filmstrip of its pages.',
          'Maps and aerial images are processed as soon as they are classified, small documents first; so are the directories of a package.',
          'Documents show their years, provider, sheet numbers and a thumbnail.',
          'Words are found although they are misread, hyphenated or spaced, and no longer where they are hidden or cropped.',
          'Pages show what was filled into forms, and lettering that is drawn as lines is read.',
          'Search (Ctrl+K, or the Search page) finds words on pages, features, documents and addresses in all your projects.',
        ],
      },
      {
        title: 'Maps',
        changes: [
          'Sheets get a place on the earth: press G in the viewer. Streets that are read on a sheet propose where it belongs.',
          'A click on a sheet offers the crossings that it may show, so that nothing needs to be typed.',
          'The map of a project shows sheets by year, with features and mentions; another map shows all your projects.',
          'The viewer has a hand tool, a select tool and a legend of the Sanborn symbols. Lengths are in feet once a scale is established.',
        ],
      },
      {
        title: 'Evidence',
        changes: [
          'The review begins with the most certain proposals and shows those of one place together.',
          'Linking a finding starts from the property, asks how the site relates to it, and warns of places that are far away.',
          'Insights tell each feature as excerpts by year, with a chronology, copy for Word and an Excel workbook.',
          'All proposals about one place are linked with a feature in one form.',
          'Proposals that your team keeps rejecting are hidden by rules, which you can see and remove; a single one can be shown again.',
          'A scorecard shows how often each agent was right, and how sure that figure is; on a blind sample of the sheets also what it misses.',
        ],
      },
      {
        title: 'Records and site visits',
        changes: [
          'Agency lists are searched within their distance of the property. You decide about each record, and link it with a feature.',
          'Searches are repeated when a list or the boundary changes, and say what is new.',
          'Uploads of agency lists continue after a broken connection.',
          'Agency lists can be gzip files, in UTF-16, and with coordinates in degrees, minutes and seconds.',
          'The radius report of a vendor becomes records beside those of agency lists, compared with its own counts.',
          'Site visits are recorded with a checklist and numbered photographs, also without a network.',
        ],
      },
      {
        title: 'Report',
        changes: [
          'Features are judged as REC, CREC, HREC or less, with questions and the evidence beside them.',
          'Coverage shows what your sources cover by decade, with data gaps, interviews and searches for liens.',
          'A new gap offers the long intervals between your sources; one judgement can cover several of them.',
          'The user of the report answers your questions by a link, without an account.',
          'The reviewer’s list says what is missing before your client finds it, also sheets behind a REC that the signer never opened.',
          'A property with a boundary gets a site plan in its report, with its features, a scale and north.',
          'A report is locked, composed as PDF and Word, signed and issued; every figure leads to its mark.',
          'Issued reports are kept for seven years, even if their project is deleted: see Retained reports.',
        ],
      },
      {
        title: 'Working together',
        changes: [
          'Comments with @mentions and assignments on findings and features, and what changed since you last looked.',
          'People are invited to a project by email.',
          'Several firms share an installation without seeing each other; the operator chooses the firm of a new project.',
          'The list of projects shows its state in words, and sorts by every column. Assessments that expire are marked.',
          'The audit trail shows in sentences who did what.',
          'One Account page has your profile, password, sessions and theme.',
        ],
      },
    ],
  },
  {
    version: '0.2.0',
    date: '26 September 2025',
    summary: 'The public API, and a workspace that follows the way you work.',
    sections: [
      {
        changes: [
          'Public API with bearer-token authorization: Documents and Document Pages with signed URLs, authors, annotations, features of interest, mentions and their history.',
          'Permission-gated workflow steps: Agents is open to administrators and to the team members who run them.',
          'Dark mode that follows the operating system until you choose for yourself.',
          'Documentation of the API in the settings: version 0.2.0 has 37 operations, counting all requests for one kind of list as one; the Public API page lists each method and path separately, with those added since.',
        ],
      },
    ],
  },
  {
    version: '0.1.60',
    summary: 'An issue tracker inside the product.',
    sections: [
      {
        changes: [
          'Report bugs, improvements and feature requests from any screen; the context path is kept with the issue.',
          'Status from open to closed, severity, assignee and screenshots for each issue.',
          'Comment threads on issues.',
        ],
      },
    ],
  },
  {
    version: '0.1.50',
    summary: 'Background jobs you can follow.',
    sections: [
      {
        changes: [
          'A table of the agents of a project: type, status, attempts, document filename and duration of each job.',
          'Error logs of a job, with line count, in a dialog of their own.',
          'Failed jobs are retried automatically, and can be cancelled or retried manually.',
        ],
      },
    ],
  },
  {
    version: '0.1.40',
    summary: 'From annotation to evidence.',
    sections: [
      {
        changes: [
          'Mentions tie an annotation to a feature of interest, with a narrative and a confidence score from 0 to 10.',
          'Every change of a mention is kept as a version, with its status: active, superseded or rejected.',
          'Unassociated mentions are listed beside the features until someone decides where they belong.',
        ],
      },
    ],
  },
  {
    version: '0.1.30',
    summary: 'Features of interest.',
    sections: [
      {
        changes: [
          'Sites with coordinates and land use, collected for each project.',
          'Nearby features within 50 m are found while coordinates are typed, so that one site is not entered twice.',
          'Typical contaminants of each land use, beside the list.',
        ],
      },
    ],
  },
  {
    version: '0.1.20',
    summary: 'Historical maps, page by page.',
    sections: [
      {
        changes: [
          'Viewing of historical maps such as fire insurance maps, topographic maps and aerial photographs, with smooth zoom and pan.',
          'Ellipse annotations tied to their page (document_page_id), drawn by people or by agents.',
          'Labels of pages from their year and type.',
        ],
      },
    ],
  },
  {
    version: '0.1.10',
    summary: 'Documents that sort themselves.',
    sections: [
      {
        changes: [
          'Upload of PDF documents up to 200 MB, several at a time.',
          'Classification of each document with confidence and reasoning; a person has the last word.',
          'Search and filters over the documents of a project.',
        ],
      },
    ],
  },
  {
    version: '0.1.0',
    summary: 'The first version.',
    sections: [
      {
        changes: [
          'Projects dashboard with optimistic updates: a change shows at once and is rolled back if it fails.',
          'Project setup with property, client and due date.',
          'Sign-in with confirmed email addresses.',
        ],
      },
    ],
  },
];

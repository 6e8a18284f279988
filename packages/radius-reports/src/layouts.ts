/** Signs of vendors, and the words of table headers: from memory of such reports, without real pages. */

export interface VendorLayout {
  vendor: string;
  /** Words of its pages. */
  sign: RegExp;
  /** Running text that belongs to no table. */
  running: RegExp;
}

export const VENDORS: readonly VendorLayout[] = [
  {
    vendor: 'EDR',
    sign: /\bTC\d{5,9}\.\d+[a-z]?\b|EDR Radius Map|Environmental Data Resources/i,
    running: /^TC\d+\.\d+/i,
  },
  {
    vendor: 'ERIS',
    sign: /erisinfo\.com|Environmental Risk Information Services/i,
    running: /erisinfo|^Order No\b/i,
  },
  { vendor: 'GeoSearch', sign: /geo-?search/i, running: /geo-search|Order ?#/i },
];

/** Running text of any vendor. */
export const RUNNING =
  /^(?:page )?\d+(?: of \d+)?$|\bpage \d+(?: of \d+)?$|www\.|https?:|©|copyright|^(?:order|inquiry|project|job)\b.*(?:no|number|#)/i;

export const ORPHAN_TITLE =
  /ORPHAN|UNPLOT|UNLOCAT|UNMAPP|NON-?GEOCOD|NOT (?:MAPPED|PLOTTED|LOCATED|GEOCODED)|WITHOUT (?:A )?(?:MAP|LOCATION|COORDINATE)|(?:POOR|INADEQUATE) ADDRESS/;

/** What a column holds. `radius`, `band` and `total` are of the summary; `other` is kept apart from its neighbours. */
export type Column =
  | 'mapId'
  | 'name'
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'lists'
  | 'distance'
  | 'direction'
  | 'elevation'
  | 'status'
  | 'id'
  | 'page'
  | 'date'
  | 'radius'
  | 'band'
  | 'total'
  | 'other';

/** The first match holds; each matches the whole header cell in upper case. */
export const HEADERS: readonly (readonly [Column, RegExp])[] = [
  ['band', /^(?:TARGET|PROJECT|SUBJECT)(?: PROPERTY| SITE)?$|^TP$|^ON[- ]?SITE$/],
  [
    'band',
    /^(?:[<>≤≥]|WITHIN|BEYOND|OVER|UP TO|0)? ?[\d./]+ ?(?:MI\.?|MILES?)?(?: ?(?:TO|-|–) ?[\d./]+ ?(?:MI\.?|MILES?)?)?$/,
  ],
  ['radius', /SEARCH(?:ED)? (?:DISTANCE|RADIUS|DIST)|^RADIUS|^SEARCH(?:ED)?$|MINIMUM SEARCH|^DISTANCE SEARCHED/],
  [
    'total',
    /^(?:GRAND )?TOTALS?(?: (?:PLOTTED|SITES|RECORDS|MAPPED|FOUND|NUMBER|HITS|LISTINGS|COUNT))?$|^(?:SITES|RECORDS|HITS|LISTINGS) ?(?:FOUND|TOTAL)?$|^(?:NUMBER|NO\.?|#) OF (?:SITES|RECORDS|HITS|LISTINGS)$|^COUNT$/,
  ],
  [
    'date',
    /(?:VERSION|RELEASE|EDITION|UPDATE|CURRENCY|CURRENT|GOVERNMENT|AGENCY|DATA|LIST|SOURCE|EXTRACT)\b.*\bDATE|^DATE OF (?:GOVERNMENT|AGENCY|DATA|LAST|THE|VERSION|LIST).*|^(?:LAST )?UPDATED?$|^VERSION$|^DATE$|^CURRENT (?:AS OF|TO|THROUGH)$|^DATA AS OF$/,
  ],
  ['distance', /DIST\b|DISTANCE|PROXIMITY|^(?:MILES?|MI\.?|FEET|FT\.?)$|^\((?:MILES?|MI\.?|FEET|FT\.?)\)$/],
  ['direction', /^(?:DIRECTION|DIR\.?|BEARING|COMPASS|HEADING|ORIENTATION)(?: FROM.*| \(.*\))?$/],
  ['elevation', /ELEV|^RELATIVE$|GRADIENT|^(?:HIGHER|LOWER)/],
  ['page', /^(?:PAGE|PG|P)\.?(?: ?(?:#|NO\.?|NUMBERS?))?$|^DETAILS? PAGE$|^REPORT PAGE$/],
  ['status', /STATUS|^STATE OF CASE$|^CASE STATE$/],
  [
    'lists',
    /^(?:[A-Z]+ )?DATABASE(?:S|\(S\))?(?: (?:NAMES?|ACRONYMS?|LISTS?|TYPE|SEARCHED))?$|^ACRONYMS?$|^D\.?B\.?(?: NAME)?$|^LIST(?:S|INGS?|ED IN|\(S\))?$|^(?:LIST|PROGRAM|RECORD|REGULATORY) ?(?:NAME|TYPE|SOURCE|LISTS?|PROGRAMS?)?(?:\(S\)|S)?$|^(?:DATA )?SOURCES?$|^REGULATORY (?:LIST|DATABASE|PROGRAM)S?$|^DATA ?SETS?$|^REGISTR(?:Y|IES)$/,
  ],
  [
    'mapId',
    /^(?:MAP|PLOT|FIGURE|SITE|LOCATION|REF(?:ERENCE)?\.?) ?(?:KEY|NO\.?|NUMBER|#|REF\.?|LABEL)$|^MAP ?(?:I\.?D\.?(?: ?#)?)?$|^(?:KEY|NO\.?|#|I\.?D\.?|ITEM|ID ?#)$/,
  ],
  [
    'id',
    /^(?:EDR|ERIS|EPA|SITE|FACILITY|FAC\.?|AGENCY|REGISTRY|RECORD|CASE|FILE|PERMIT|GOVERNMENT|STATE|PROGRAM)S? ?(?:I\.?D\.?|IDENTIFIER|NUMBER|NO\.?|#)(?: ?(?:#|NUMBER|NO\.?))?(?:\(S\))?$|^IDS?(?: NUMBERS?)?$/,
  ],
  [
    'name',
    /^(?:(?:SITE|FACILITY|COMPANY|BUSINESS|PROPERTY|OCCUPANT|LISTED|ESTABLISHMENT|OWNER|OPERATOR)S?[ /]*)+NAME(?:\/SITE NAME)?$|NAME OF (?:SITE|FACILITY|BUSINESS)|^(?:SITE|FACILITY|COMPANY|BUSINESS|OCCUPANT|ESTABLISHMENT|NAME|LISTED SITE)$|^COMPANY NAME\/SITE NAME$/,
  ],
  ['address', /^(?:[A-Z]+[ /]){0,2}ADDRESS(?:ES)?(?:\/LOCATION)?$|^LOCATION$|^STREET NAME$|^SITE LOCATION$/],
  ['zip', /^(?:ZIP|POSTAL)(?: ?CODE)?$/],
  ['city', /^(?:CITY|TOWN|MUNICIPALITY|LOCALITY)(?:[,/ &]+(?:ST(?:ATE)?|ZIP)(?:[,/ ]*(?:ZIP)?)?(?: CODE)?)?$/],
  ['state', /^(?:STATE|ST)$/],
];

/** Lines under the header of a column of words. */
export const HEADER_REST = /^(?:\(?(?:MILES?|MI|FT|FEET|MI\/FT)\.?\)?|ID#?|KEY|#)(?: |$)/;

import { PDFDocument } from '@cantoo/pdf-lib';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { pick, randomFor, wholeBetween } from '@symbio/fixtures/random';
import { radiusReportPages } from '@symbio/fixtures/radius-reports/report';
import { listing, priorReport, sheets } from '@symbio/fixtures/vendor-packages/documents';
import type { DrawnPage } from '@symbio/fixtures/vendor-packages/drawn-page';
import { BOLD, Layout } from '@symbio/fixtures/vendor-packages/layout';
import { packageFile } from '@symbio/fixtures/vendor-packages/package-file';
import { business, NAMES, STREETS } from '@symbio/fixtures/vendor-packages/wording';

/** How much of each document a package has. */
export interface PackageSize {
  /** Sites of the radius report. */
  sites: number;
  /** A year each. */
  aerials: number;
  /** Years of fire insurance maps. */
  maps: number;
  /** Of the city directory, three streets each. */
  editions: number;
  lienPages: number;
  permitPages: number;
  priorReportPages: number;
}

export const WHOLE: PackageSize = {
  ...{ sites: 70, maps: 3, aerials: 14, editions: 12, lienPages: 12, permitPages: 96, priorReportPages: 115 },
};
export const SMALL: PackageSize = {
  ...{ sites: 8, maps: 1, aerials: 2, editions: 2, lienPages: 1, permitPages: 1, priorReportPages: 34 },
};

const MAP_PIXELS = 1_200;
const FIRST_AERIAL = 1938;
const AERIAL_EVERY = 6;
const FIRST_EDITION = 1922;
const EDITION_EVERY = 9;
/** Editions in which a house has the same occupant. */
const TENURE = 3;
const HOUSES = 16;
/** One house in so many has a business. */
const BUSINESS_EVERY = 5;
const NEAR_STREETS = STREETS.slice(0, 3);
const WORKS = ['demolition', 'tank removal', 'boiler', 'electrical', 'alteration'];
const LETTER = { width: 612, height: 792 };

/** A vendor's package as one PDF: pages with text, and scanned fire insurance maps of three years. */
export async function vendorFile(size: PackageSize): Promise<{ pdf: Buffer; pages: number }> {
  const random = randomFor('assessment');
  const layout = new Layout('footer', random);
  const drawn = (draw: () => void): DrawnPage[] => {
    const from = layout.pages.length;
    draw();
    return layout.pages.slice(from);
  };
  const beforeMaps = [
    ...drawn(() => layout.cover('Data Package Summary')),
    ...drawn(() => {
      layout.cover('Radius Report with Physical Setting');
      layout.legal('Radius Report with Physical Setting');
    }),
    ...radiusReportPages(1, 'mapped', { sites: size.sites, orphans: 2 }).drawn,
    ...drawn(() => {
      layout.cover('Certified Fire Insurance Map Report');
      layout.legal('Certified Fire Insurance Map Report');
    }),
  ];
  const aerialYears = Array.from({ length: size.aerials }, (_, index) => FIRST_AERIAL + AERIAL_EVERY * index);
  const afterMaps = drawn(() => {
    sheets(layout, 'Aerial Photograph Package', {
      ...{ kind: 'aerial_photo', years: aerialYears, uncovered: new Set<number>(), size: LETTER, certified: false },
    });
    directory(layout, size.editions);
    listing(layout, 'Environmental Lien and AUL Search', {
      pages: size.lienPages,
      heading: () => 'Chain of title: deeds, liens, activity and use limitations',
      line: () => `Grantor ${pick(random, NAMES)}  Grantee ${pick(random, NAMES)}  recorded 1984`,
    });
    listing(layout, 'Building Permit Report', {
      pages: size.permitPages,
      heading: () => 'Building department records',
      line: () => `Permit ${wholeBetween(random, 10_000, 99_999)}  ${pick(random, WORKS)}  ${pick(random, STREETS)}`,
    });
    priorReport(layout, 'Phase I Environmental Site Assessment', size.priorReportPages);
  });
  const { pdf: maps } = await makeTestSheetPdf({ sheets: size.maps, width: MAP_PIXELS });
  return joined([await packageFile(beforeMaps), maps, await packageFile(afterMaps)]);
}

/** A page for each edition and street near the property. */
function directory(layout: Layout, editions: number): void {
  const random = randomFor('occupants');
  const occupants = new Map<string, string>();
  const occupantOf = (street: string, house: number, edition: number): string => {
    const key = [street, house, Math.floor(edition / TENURE)].join(' ');
    const known = occupants.get(key);
    const name =
      known ?? (house % BUSINESS_EVERY === 0 ? business(random) : `${pick(random, NAMES)} ${pick(random, NAMES)}`);
    occupants.set(key, name);
    return name;
  };
  const title = 'City Directory Report';
  const pages = editions * NEAR_STREETS.length;
  layout.cover(title);
  layout.legal(title);
  for (let edition = 0; edition < editions; edition++)
    for (const [index, street] of NEAR_STREETS.entries()) {
      const page = layout.page();
      const year = FIRST_EDITION + EDITION_EVERY * edition;
      layout.put(page, 60, 66, `${street.toUpperCase()} ST    ${year}   Source: Polk Directory`, 11, BOLD);
      const lines = Array.from({ length: HOUSES }, (_, house) => {
        return `${100 + 4 * house}   ${occupantOf(street, house, edition).toUpperCase()}`;
      });
      layout.body(page, lines, 90, 8);
      layout.running(page, title, edition * NEAR_STREETS.length + index + 3, pages + 2);
    }
}

async function joined(files: readonly Buffer[]): Promise<{ pdf: Buffer; pages: number }> {
  const whole = await PDFDocument.create({ updateMetadata: false });
  for (const file of files) {
    const part = await PDFDocument.load(file);
    for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page);
  }
  return { pdf: Buffer.from(await whole.save()), pages: whole.getPageCount() };
}

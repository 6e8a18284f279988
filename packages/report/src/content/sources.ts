import type {
  Evidence,
  EvidenceAnnotation,
  EvidenceDocument,
  EvidenceFeature,
  EvidenceMention,
  EvidencePage,
} from '../evidence.js';
import type { SitePlan } from '../figures/site-plan.js';
import type { ManifestFigure, ManifestPhotograph, ManifestSitePlan } from '../manifest.js';
import type { Inline, Text } from './model.js';

/** A figure as drawn: its file and its size in print, inches. */
export interface PrintedFigure extends ManifestFigure {
  width_in: number;
  height_in: number;
}

export interface PrintedPhotograph extends ManifestPhotograph {
  width_in: number;
  height_in: number;
}

export interface PrintedSitePlan extends ManifestSitePlan {
  width_in: number;
  height_in: number;
  plan: SitePlan;
}

export interface Printed {
  sitePlan?: PrintedSitePlan | undefined;
  figures: PrintedFigure[];
  photographs: PrintedPhotograph[];
}

/** Evidence by id, with the references that the report uses: S1 for a source, F1 for a feature. */
export class Sources {
  readonly documents: ReadonlyMap<string, EvidenceDocument>;
  readonly pages: ReadonlyMap<string, EvidencePage>;
  readonly annotations: ReadonlyMap<string, EvidenceAnnotation>;
  readonly features: ReadonlyMap<string, EvidenceFeature>;
  readonly #references: ReadonlyMap<string, string>;
  readonly #figures: ReadonlyMap<string, PrintedFigure>;
  /** That mentions state, by annotation. */
  readonly #statedYears: ReadonlyMap<string, number>;

  constructor(
    readonly evidence: Evidence,
    readonly printed: Printed,
  ) {
    this.documents = byId(evidence.documents);
    this.pages = byId(evidence.pages);
    this.annotations = byId(evidence.annotations);
    this.features = byId(evidence.features);
    this.#references = new Map([
      ...evidence.documents.map(({ id }, at) => [id, `S${at + 1}`] as const),
      ...evidence.features.map(({ id }, at) => [id, `F${at + 1}`] as const),
    ]);
    this.#figures = new Map(printed.figures.map((figure) => [figure.annotation_id, figure]));
    this.#statedYears = new Map(
      evidence.mentions.flatMap(({ annotation_id: id, year }) =>
        id === undefined || year === undefined ? [] : [[id, year] as const],
      ),
    );
  }

  /** `S1` or `F1`; the id of anything else. */
  reference(id: string): string {
    return this.#references.get(id) ?? id;
  }

  pageOf(mention: EvidenceMention): EvidencePage | undefined {
    const annotation = this.annotations.get(mention.annotation_id ?? '');
    return annotation && this.pages.get(annotation.page_id);
  }

  yearOf(mention: EvidenceMention): number | undefined {
    return mention.year ?? this.pageOf(mention)?.year;
  }

  yearOfMark({ id, page_id: pageId }: EvidenceAnnotation): number | undefined {
    return this.#statedYears.get(id) ?? this.pages.get(pageId)?.year;
  }

  /** `S1, page 3, Figure 2` */
  citation(mention: EvidenceMention): Text {
    const page = this.pageOf(mention);
    if (!page) return ['Source removed'];
    const figure = this.#figures.get(mention.annotation_id ?? '');
    const where: Inline = `${this.reference(page.document_id)}, page ${page.page_number}`;
    return figure ? [`${where}, `, { figure: figure.number }] : [where];
  }

  /** Address of the page in the product, with the mark selected. */
  addressOf(annotation: EvidenceAnnotation): string {
    const page = this.pages.get(annotation.page_id);
    const { origin, id } = this.evidence.project;
    return `${origin}/projects/${id}/documents/${page?.document_id ?? ''}?page=${page?.page_number ?? ''}&annotation=${annotation.id}`;
  }
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

import {
  llmsFullText,
  llmsText,
  openApiDocument,
  operationMarkdown,
  operations,
  referenceOf,
  type ApiDocument,
} from './index.js';

const reference = referenceOf(openApiDocument(operations) as unknown as ApiDocument);
const all = reference.groups.flatMap((group) => group.operations);
const ORIGIN = 'https://symbio.test';

describe('Markdown of an operation', () => {
  const page = (id: string): string => {
    const operation = all.find((one) => one.id === id);
    if (!operation) throw new Error(`no operation ${id}`);
    return operationMarkdown(operation, reference, ORIGIN);
  };

  it('has parameters, responses, errors and sample requests', () => {
    const text = page('createAnnotation');
    expect(text).toMatch(/^# Create an annotation\n\n`POST \/api\/public\/annotations` \(createAnnotation\)\n/);
    expect(text).toContain('Needs an API key with write access.');
    expect(text).toContain('- `annotation_type` (string): required; one of `ellipse`, `rectangle`, `polygon`.');
    expect(text).toContain('  - Ellipse:\n    - `centerX` (number)');
    expect(text).toContain('```sh\ncurl -X POST "https://symbio.test/api/public/annotations"');
    expect(text).toContain('## Answer 201');
    expect(text).toContain('- 409: ');
  });

  it('documents that people-only operations reject keys, with a token in the samples', () => {
    const text = page('reviewRun');
    expect(text).toContain('People only: needs a signed-in person’s access token; API keys are rejected.');
    expect(text).not.toContain('API_KEY');
    expect(text.match(/SYMBIO_ACCESS_TOKEN/g)).toHaveLength(3);
    expect(text).toContain('- 403: ');
  });

  it('documents headers of an image, and the replacement of an older form', () => {
    expect(page('getPageImage')).toContain('- header `X-Symbio-Region`: ');
    expect(page('listFeatures')).toContain(
      '- `?id=` (getFeatureById): One feature of interest, by query. Use getFeature.',
    );
  });
});

describe('texts for language models', () => {
  it('link to every operation', () => {
    const text = llmsText(reference, ORIGIN);
    expect(text).toMatch(/^# Symbio public API\n\n> /);
    for (const { id } of all) expect(text).toContain(`(${ORIGIN}/api/public/docs/${id}.md)`);
  });

  it('contain every operation', () => {
    const text = llmsFullText(reference, ORIGIN);
    for (const { id } of all) expect(text).toContain(`(${id})`);
  });
});

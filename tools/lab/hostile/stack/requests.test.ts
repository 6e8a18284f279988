import { requestsOf, withIds } from './requests.js';

const ids = { project_id: 'p', document_id: 'd', document_page_id: 'g', issue_id: 'i', feature_of_interest_id: 'f' };

describe('requests of every kind', () => {
  const all = requestsOf(ids);

  it('name existing objects, and a new id for a creation', () => {
    const made = withIds({ id: 'x', project_id: 'y', items: [{ document_id: 'z' }], title: 't' }, ids);
    expect(made).toMatchObject({ project_id: 'p', items: [{ document_id: 'd' }], title: 't' });
    expect(made).not.toMatchObject({ id: 'x' });
  });

  it('are those of the public API with their bodies and parameters, and those of the application', () => {
    const named = (name: string) => all.find((one) => one.name === name);
    expect(named('POST /api/public/features')?.body).toMatchObject({ project_id: 'p' });
    expect(named('PUT /api/public/features')?.path).toBe('/api/public/features?id=f');
    expect(named('GET /api/public/annotations')?.parameters).toContain('document_id');
    expect(named('GET /api/public/annotations')?.path).toMatch(/\?(?:project_id=p|document_id=d)$/);
    expect(named('PUT /api/me')).toBeDefined();
    expect(all.filter(({ body }) => body !== undefined).length).toBeGreaterThan(35);
    expect(all.some(({ method }) => method === 'DELETE')).toBe(false);
  });
});

import { callAs } from '@symbio/rpc/testing';
import { outcomeOf } from '@symbio/runtime/testing';
import { LienSearchValues } from '@symbio/proto/project';
import { editor, staff, startService, viewer, visit } from './service-under-test.js';

const { close, shared, projects } = await startService();
afterAll(close);

it('dates of an assessment are stored, and the inspection follows the visits', async () => {
  const { id: projectId } = await shared({ title: 'Dated' });
  const [asEditor, asViewer] = [await callAs(editor), await callAs(viewer)];
  const dates = [{ kind: 'interviews', date: '2026-01-20', note: 'Owner' }];
  expect(await outcomeOf(projects.saveAssessment({ projectId, dates }, asViewer))).toBe('PERMISSION_DENIED');
  const save = { projectId, dates, acquisitionDate: '2026-06-01' };
  const { assessment: saved } = await projects.saveAssessment(save, asEditor);
  expect(saved?.components[0]).toMatchObject({ ...dates[0], source: 'typed', byName: 'Edgar Editor' });

  const ids: string[] = [];
  for (const fields of [
    visit({ visitDate: '2026-02-10', findings: 'Stained soil.' }),
    visit({ visitDate: '2026-02-03', findings: 'A vent pipe.' }),
    visit({ visitDate: '2026-01-15', findings: ' ' }),
    visit({ visitDate: '2026-01-10', findings: 'Gate locked.', accessGranted: false }),
  ])
    ids.push((await projects.createSiteVisit({ projectId, fields }, asEditor)).siteVisit?.id ?? '');
  const { assessment } = await projects.getAssessment({ projectId }, asViewer);
  expect(assessment).toMatchObject({ acquisitionDate: '2026-06-01', inspectionDays: ['2026-02-03', '2026-02-10'] });
  expect(assessment?.components[3]).toMatchObject({ kind: 'site_inspection', date: '2026-02-03', source: 'visit' });
  expect((await projects.listAssessments({}, asViewer)).assessments).toContainEqual(assessment);

  // a deleted visit counts no more
  await projects.deleteSiteVisit({ id: ids[1] ?? '' }, asEditor);
  expect((await projects.getAssessment({ projectId }, asViewer)).assessment?.inspectionDays).toEqual(['2026-02-10']);

  await projects.updateProject({ id: projectId, fields: { status: 'completed' } }, await callAs(staff));
  const { assessments } = await projects.listAssessments({}, asViewer);
  expect(assessments.map((one) => one.projectId)).not.toContain(projectId);
});

it('lien searches are stored with their history and date the component (40 CFR 312.20)', async () => {
  const { id: projectId } = await shared({ title: 'Searched' });
  const asEditor = await callAs(editor);
  const values = LienSearchValues.fromPartial({
    ...{ searchedBy: 'Title Ltd.', date: '2026-02-03', fromYear: 1980, orderedBy: 'ep', result: 'none' },
  });
  const { lienSearch } = await projects.createLienSearch({ projectId, values }, asEditor);
  const id = lienSearch?.id ?? '';
  const found = { ...values, result: 'found', text: 'Deed restriction.' };
  await projects.updateLienSearch({ id, values: found, expectedUpdatedAt: lienSearch?.updatedAt }, asEditor);
  const { lienSearches } = await projects.listLienSearches({ projectId }, await callAs(viewer));
  expect(lienSearches).toMatchObject([{ id, result: 'found', text: 'Deed restriction.', byName: 'Edgar Editor' }]);
  const { assessments } = await projects.listAssessments({}, asEditor);
  expect(assessments.find((one) => one.projectId === projectId)?.components[1]).toMatchObject({
    ...{ kind: 'lien_search', date: '2026-02-03', source: 'lien_search' },
  });
  await projects.deleteLienSearch({ id }, asEditor);
  expect(await outcomeOf(projects.deleteLienSearch({ id }, asEditor))).toBe('NOT_FOUND');
});

import { screen } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { renderScreen } from '../../testing/render.js';
import { DocumentCategory } from './category-label.js';
import type { ProjectDocument } from '../../evidence/documents-api.js';

const document = {
  category: 'sanborn_maps',
  classification: {
    suggested_category: 'sanborn_maps',
    confidence: 0.93,
    corrected: { category: 'site_survey', confidence: 0.447 },
  },
} as ProjectDocument;

const show = (shown: ProjectDocument) => {
  fakeServer().on('GET /api/document-categories', {
    json: { data: [{ value: 'site_survey', label: 'Land Surveys', color: '#000000' }] },
  });
  renderScreen(<DocumentCategory document={shown} />);
};

describe('the category of a document (OP-18)', () => {
  it('comes with the suggestion that reading corrected', async () => {
    show(document);
    expect(await screen.findByText('Before reading: Land Surveys, 45% sure')).toBeTruthy();
    expect(screen.getByText('Sanborn maps')).toBeTruthy();
  });

  it('stands alone when a person has chosen another', () => {
    show({ ...document, category: 'other' });
    expect(screen.getByText('Other')).toBeTruthy();
    expect(screen.queryByText(/Before reading/)).toBeNull();
  });
});

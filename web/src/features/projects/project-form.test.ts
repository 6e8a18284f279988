import { project } from '../../testing/fixtures.js';
import { changeOf, fieldsOf, formOf, validateProject } from './project-form.js';

const full = formOf(project);

describe('the project form', () => {
  it('asks for every required field at once (PROJ-27 to PROJ-32, PROJ-35)', () => {
    expect(validateProject(formOf())).toEqual({
      title: 'Title is required',
      due_date: 'Due date is required',
      property_address: 'Property address is required',
      property_city: 'Property city is required',
      property_state: 'State is required',
      property_zip: 'ZIP code is required',
      client_company: 'Client company is required',
    });
  });

  it('treats blanks as empty', () => {
    expect(validateProject({ ...full, title: '   ' })).toEqual({ title: 'Title is required' });
  });

  it('is valid without contact, phone and e-mail (PROJ-33, PROJ-34)', () => {
    expect(validateProject({ ...full, client_contact: '', client_phone: '', client_email: '' })).toEqual({});
  });

  it.each(['lee', 'lee@', '@redwood.test', 'lee@redwood', 'lee park@redwood.test'])(
    'refuses the e-mail %s (PROJ-34)',
    (client_email) => {
      expect(validateProject({ ...full, client_email })).toEqual({ client_email: 'Invalid email address' });
    },
  );

  it('sends the due date as a calendar day (PROJ-36)', () => {
    expect(fieldsOf({ ...full, due_date: '2025-12-31' }).due_date).toBe('2025-12-31');
  });

  it('sends trimmed texts, and null for empty optional ones', () => {
    expect(fieldsOf({ ...full, title: '  Mill ', client_phone: ' ' })).toMatchObject({
      title: 'Mill',
      client_phone: null,
    });
  });

  it('sends coordinates longitude first, and shows those that a person gave', () => {
    expect(fieldsOf({ ...full, property_coordinate: ' 40.7866, -73.9453 ' }).property_coordinate).toBe(
      '(-73.9453,40.7866)',
    );
    expect(fieldsOf(full).property_coordinate).toBeNull();
    expect(validateProject({ ...full, property_coordinate: 'Main Street' })).toEqual({
      property_coordinate: 'Coordinates must look like 40.7866, -73.9453',
    });
    const at = (origin: 'person' | 'zip') =>
      formOf({ ...project, property_location: { coordinate: '(-73.9,40.7)', origin } }).property_coordinate;
    expect([at('person'), at('zip')]).toEqual(['40.7, -73.9', '']);
  });

  it('sends only changed fields', () => {
    expect(changeOf({ ...full, title: 'New title', status: 'completed' }, project)).toEqual({
      title: 'New title',
      status: 'completed',
    });
    expect(changeOf(full, project)).toEqual({});
  });
});

import type { ReactElement } from 'react';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { ProjectContext, rightsOf, type Project } from '../lib/project/project-context.js';
import { project as fixture } from './fixtures.js';
import { renderScreen, type RenderedScreen } from './render.js';

export const renderProjectScreen = (
  screen: ReactElement,
  role: ProjectRole = 'owner',
  project: Project = fixture,
): RenderedScreen =>
  renderScreen(<ProjectContext value={{ project, role, ...rightsOf(role) }}>{screen}</ProjectContext>);

import {
  AlertRegular,
  ArchiveRegular,
  BuildingGovernmentRegular,
  CodeRegular,
  DocumentEditRegular,
  DocumentTextRegular,
  HistoryRegular,
  PeopleRegular,
  PersonRegular,
  ShieldKeyholeRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { Permission } from '@symbio/proto/identity/vocabulary';
import type { Me } from '../lib/session/me.js';

export interface SettingsEntry {
  path: string;
  label: string;
  /** Other addresses of the same page. */
  also?: readonly string[];
  /** Finds it in the search, besides the label. */
  words?: string;
  icon: ReactElement;
  permission?: Permission;
}

const SETTINGS: readonly SettingsEntry[] = [
  {
    path: '/settings/profile',
    also: ['/settings', '/settings/security'],
    label: 'Account',
    words: 'profile email security password sessions theme',
    icon: <PersonRegular />,
  },
  { path: '/settings/notifications', label: 'Notifications', icon: <AlertRegular /> },
  { path: '/settings/data-privacy', label: 'Data Privacy', icon: <ShieldKeyholeRegular /> },
  {
    path: '/settings/agency-lists',
    label: 'Agency lists',
    words: 'records databases regulatory EPA data sets',
    icon: <BuildingGovernmentRegular />,
    permission: 'canSeeReleaseNotes',
  },
  {
    path: '/settings/report-template',
    label: 'Report template',
    words: 'Word DOCX layout firm tags placeholders',
    icon: <DocumentEditRegular />,
    permission: 'canSeeReleaseNotes',
  },
  { path: '/settings/user-management', label: 'User Management', icon: <PeopleRegular />, permission: 'canManageUser' },
  {
    path: '/settings/retained-reports',
    label: 'Retained reports',
    words: 'archive retention deleted projects issued versions',
    icon: <ArchiveRegular />,
    permission: 'canManageUser',
  },
  { path: '/settings/audit-trail', label: 'Audit trail', icon: <HistoryRegular />, permission: 'canManageUser' },
  {
    path: '/settings/release-notes',
    label: 'Release Notes',
    icon: <DocumentTextRegular />,
    permission: 'canSeeReleaseNotes',
  },
  { path: '/settings/public-api', label: 'Public API', icon: <CodeRegular />, permission: 'canSeeReleaseNotes' },
];

/** Page of a settings path, ignoring a trailing slash (NAV-14). */
export function settingsEntryAt(pathname: string): SettingsEntry | undefined {
  const path = pathname.replace(/\/+$/, '');
  return SETTINGS.find((entry) => entry.path === path || entry.also?.includes(path) === true);
}

/** Settings that a user may open; before the user is known, only those without permission (NAV-22). */
export const visibleSettings = (me: Me | undefined): SettingsEntry[] =>
  SETTINGS.filter(({ permission }) => !permission || me?.permissions[permission] === true);

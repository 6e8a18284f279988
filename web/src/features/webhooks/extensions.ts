import type { ComponentType } from 'react';

/** A project to choose from. */
export interface ChosenProject {
  id: string;
  number: string;
  title: string;
}

/** What another feature adds to this one; the app puts them together. */
export interface WebhookParts {
  /** Copies a text and says so for a while. */
  CopyButton: ComponentType<{ text: string; what: string; appearance?: 'secondary'; size?: 'medium' }>;
  ProjectPicker: ComponentType<{
    chosen: ChosenProject[];
    onChoose: (projects: ChosenProject[]) => void;
    validationMessage?: string;
  }>;
}

import {
  Button,
  Menu,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { apiErrorOf } from '../lib/http/errors.js';
import { notify } from '../lib/ui/toasts.js';

export interface ExportItem {
  label: string;
  /** Accessible name, where the label alone is ambiguous. */
  name?: string;
  /** @returns the file's name */
  download: () => Promise<string>;
}

export interface ExportGroup {
  title: string;
  items: readonly ExportItem[];
}

const isGroup = (entry: ExportItem | ExportGroup): entry is ExportGroup => 'items' in entry;

interface ExportMenuProps {
  entries: readonly (ExportItem | ExportGroup)[];
  size?: 'small';
}

/** Downloads of a screen. */
export function ExportMenu({ entries, size }: ExportMenuProps) {
  const [isBusy, setBusy] = useState(false);
  const start = async (download: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      notify({ type: 'success', title: 'Exported', description: `${await download()} is in your downloads.` });
    } catch (error) {
      notify({ type: 'error', title: 'Nothing was exported', description: apiErrorOf(error).message });
    } finally {
      setBusy(false);
    }
  };
  const itemOf = ({ label, name, download }: ExportItem) => (
    <MenuItem key={label} aria-label={name} onClick={() => void start(download)}>
      {label}
    </MenuItem>
  );
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size={size} icon={<ArrowDownloadRegular />} disabledFocusable={isBusy}>
          {isBusy ? 'Exporting...' : 'Export'}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {entries.map((entry) =>
            isGroup(entry) ? (
              <MenuGroup key={entry.title}>
                <MenuGroupHeader>{entry.title}</MenuGroupHeader>
                {entry.items.map(itemOf)}
              </MenuGroup>
            ) : (
              itemOf(entry)
            ),
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

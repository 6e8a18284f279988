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
import { fileSize } from '../../lib/ui/formats.js';
import type { ReportVersion } from './report-api.js';
import { useDownload } from './use-download.js';

interface FilesMenuProps {
  version: ReportVersion;
  /** Accessible name; starts with "All files". */
  name: string;
  className?: string;
}

/** Each file of a version; saved in one folder they can be checked by `npm run verify-report`. */
export function FilesMenu({ version, name: label, className }: FilesMenuProps) {
  const download = useDownload();
  return (
    // stays open for the next file
    <Menu persistOnItemClick positioning={{ autoSize: 'height' }}>
      <MenuTrigger disableButtonEnhancement>
        <Button className={className} appearance="subtle" icon={<ArrowDownloadRegular />} aria-label={label}>
          All files
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader>Save all in one folder for npm run verify-report</MenuGroupHeader>
            {version.files.map(({ name, bytes }) => (
              <MenuItem key={name} secondaryContent={fileSize(bytes)} onClick={() => void download(version, name)}>
                {name}
              </MenuItem>
            ))}
          </MenuGroup>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

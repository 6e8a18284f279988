import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { apiErrorOf } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import { downloadExport, downloadWorkbook, EXPORT_FORMATS, EXPORT_KINDS } from './project-export.js';
import type { ExportFormat, ExportKind } from './project-export.js';

const KIND_LABELS: Record<ExportKind, string> = {
  features: 'Features',
  mentions: 'Mentions',
  annotations: 'Annotations',
};

const FORMAT_LABELS: Record<ExportFormat, string> = { geojson: 'GeoJSON', kml: 'KML', csv: 'CSV' };

export function ExportMenu({ projectId }: { projectId: string }) {
  const [isBusy, setBusy] = useState(false);
  const start = async (download: () => Promise<string>) => {
    setBusy(true);
    try {
      const name = await download();
      notify({ type: 'success', title: 'Exported', description: `${name} is in your downloads.` });
    } catch (error) {
      notify({ type: 'error', title: 'Nothing was exported', description: apiErrorOf(error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<ArrowDownloadRegular />} disabledFocusable={isBusy}>
          {isBusy ? 'Exporting...' : 'Export'}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem secondaryContent=".xlsx" onClick={() => void start(() => downloadWorkbook(projectId))}>
            Excel workbook
          </MenuItem>
          <MenuDivider />
          {EXPORT_KINDS.map((what) => (
            <MenuGroup key={what}>
              <MenuGroupHeader>{KIND_LABELS[what]}</MenuGroupHeader>
              {EXPORT_FORMATS.map((format) => (
                <MenuItem
                  key={format}
                  aria-label={`${KIND_LABELS[what]} as ${FORMAT_LABELS[format]}`}
                  onClick={() => void start(() => downloadExport(projectId, what, format))}
                >
                  {FORMAT_LABELS[format]}
                </MenuItem>
              ))}
            </MenuGroup>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

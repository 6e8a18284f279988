import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  CalendarMultipleRegular,
  MapRegular,
  MoreHorizontalRegular,
} from '@fluentui/react-icons';
import type { DocumentPage } from '../../../evidence/page-records.js';

interface PageMenuProps {
  page: DocumentPage;
  onReprocess: (page: DocumentPage) => void;
  onCorrectKind?: (() => void) | undefined;
  onSetYears?: (() => void) | undefined;
}

export function PageMenu({ page, onReprocess, onCorrectKind, onSetYears }: PageMenuProps) {
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={`Actions for page ${page.page_number}`}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {onCorrectKind && (
            <MenuItem icon={<MapRegular />} onClick={onCorrectKind}>
              Correct the kind of pages...
            </MenuItem>
          )}
          {onSetYears && (
            <MenuItem icon={<CalendarMultipleRegular />} onClick={onSetYears}>
              Set the year of several sheets...
            </MenuItem>
          )}
          <MenuItem icon={<ArrowClockwiseRegular />} onClick={() => onReprocess(page)}>
            {`Process page ${page.page_number} again`}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

import {
  makeStyles,
  Menu,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
  ToolbarButton,
  Tooltip,
} from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import type { ReactElement, ReactNode } from 'react';
import { useLetterKeysOn } from '../lib/ui/letter-keys.js';

export const useToolbarStyles = makeStyles({
  bar: {
    flexShrink: 0,
    flexWrap: 'wrap',
    rowGap: 0,
    gap: tokens.spacingHorizontalXXS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

/** @param keys shortcut; disabled letter keys are not shown */
export function Tool({ label, keys, children }: { label: string; keys?: string; children: ReactElement }) {
  const hasLetterKeys = useLetterKeysOn();
  const isNamed = keys !== undefined && (hasLetterKeys || keys.length > 1);
  return (
    <Tooltip content={isNamed ? `${label} (${keys})` : label} relationship="description" positioning="below" withArrow>
      {children}
    </Tooltip>
  );
}

interface ToolbarMenuProps {
  label: string;
  className: string;
  disabled?: boolean;
  children: ReactNode;
}

/** For actions that do not fit into a narrow toolbar. */
export const ToolbarMenu = ({ label, className, disabled, children }: ToolbarMenuProps) => (
  <Menu>
    <MenuTrigger disableButtonEnhancement>
      <ToolbarButton aria-label={label} className={className} icon={<MoreHorizontalRegular />} disabled={disabled} />
    </MenuTrigger>
    <MenuPopover>
      <MenuList>{children}</MenuList>
    </MenuPopover>
  </Menu>
);

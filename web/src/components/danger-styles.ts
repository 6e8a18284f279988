import { makeStyles, tokens } from '@fluentui/react-components';

export const useDangerStyles = makeStyles({
  /** Performs the action. For buttons with appearance `primary`. */
  primary: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': {
      backgroundColor: tokens.colorStatusDangerBackground3Hover,
      color: tokens.colorNeutralForegroundOnBrand,
    },
    ':hover:active': {
      backgroundColor: tokens.colorStatusDangerBackground3Pressed,
      color: tokens.colorNeutralForegroundOnBrand,
    },
    ':disabled': {
      backgroundColor: tokens.colorNeutralBackgroundDisabled,
      color: tokens.colorNeutralForegroundDisabled,
    },
  },
  /** Leads to the action. */
  plain: {
    color: tokens.colorStatusDangerForeground1,
    '& .fui-Button__icon': { color: tokens.colorStatusDangerForeground1 },
    ':hover': { color: tokens.colorStatusDangerForeground1 },
    ':hover .fui-Button__icon': { color: tokens.colorStatusDangerForeground1 },
    ':disabled': { color: tokens.colorNeutralForegroundDisabled },
    ':disabled .fui-Button__icon': { color: tokens.colorNeutralForegroundDisabled },
  },
  menuItem: {
    color: tokens.colorStatusDangerForeground1,
    '& .fui-MenuItem__icon': { color: tokens.colorStatusDangerForeground1 },
    ':hover': { color: tokens.colorStatusDangerForeground1 },
    ':hover .fui-MenuItem__icon': { color: tokens.colorStatusDangerForeground1 },
    '&[aria-disabled="true"]': { color: tokens.colorNeutralForegroundDisabled },
    '&[aria-disabled="true"] .fui-MenuItem__icon': { color: tokens.colorNeutralForegroundDisabled },
  },
});

/** Title of the appendix that alone has marks and mentions without review. */
export const UNREVIEWED_TITLE = 'Marks that no person reviewed';

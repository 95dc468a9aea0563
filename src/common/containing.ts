/** A pattern of SQL's `like` for texts that hold this one as it is. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

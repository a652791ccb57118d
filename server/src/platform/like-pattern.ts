// Patterns for LIKE.

/** Pattern for "contains", lower case, with the wildcards of the search text taken literally. */
export const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

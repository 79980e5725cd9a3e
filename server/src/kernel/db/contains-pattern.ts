/** For `like` and `ilike`: whatever holds the text, every sign of it taken as it is. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

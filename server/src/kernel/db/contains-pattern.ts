/** A pattern for `like` and `ilike` that matches texts that contain this one, with special characters escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

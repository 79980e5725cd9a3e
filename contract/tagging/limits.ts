/** The most entries in one request: each is a transaction of its own. */
export const mostTaggingEntries = 100

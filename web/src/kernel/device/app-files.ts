/**
 * A file of the app could not be loaded: the connection is down, or a newer version has replaced the file.
 */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded', { cause })
  }
}

/** For lazily loaded files: distinguishes a file that could not be loaded from an error thrown inside it. */
export const loadAppFile = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause) => {
    throw new PartNotLoaded(cause)
  })

/** The text for a part that failed to load, and the remedy: retry, or reload to get the new version. */
export type PartFailure = { text: string; detail?: string; helps: 'retry' | 'reload' }

/** Finds out why a part could not be loaded. The shell sets it; the sign-in page works without it. */
export const partFailures: { explain?: (text: string) => Promise<PartFailure> } = {}

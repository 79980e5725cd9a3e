/** A file of the app could not be fetched: there is no connection, or a newer version has taken its place. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded', { cause })
  }
}

/** For what is loaded when it is needed: tells a file that cannot be had from a defect in it. */
export const loadAppFile = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause) => {
    throw new PartNotLoaded(cause)
  })

/** What to say of a part that failed, and what helps: another try, or the new version. */
export type PartFailure = { text: string; detail?: string; helps: 'retry' | 'reload' }

/** Finds out why a part could not be loaded. It comes with the shell: the sign-in page does without. */
export const partFailures: { explain?: (text: string) => Promise<PartFailure> } = {}

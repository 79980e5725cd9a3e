import { statfs } from 'node:fs/promises'

/** The disk that a file was to be written to is full, or its user may take no more of it. */
export const isOutOfSpace = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const leastBytes = 1_000_000

/** Whether a picture still fits into the folder. One that is not there yet is made when the first file comes. */
export const hasSpace = (folder: string) => async (): Promise<boolean> => {
  const facts = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (facts === undefined) return true
  // Some file systems count no files, and then have none left.
  const hasNames = facts.files === 0 || facts.ffree > 0
  return hasNames && facts.bavail * facts.bsize >= leastBytes
}

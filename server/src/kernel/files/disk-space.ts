import { statfs } from 'node:fs/promises'

/** The disk is full, or its user has exceeded a quota. */
export const isOutOfSpace = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const leastBytes = 1_000_000

/** Whether there is room for an image in the folder. A missing folder is created with the first file. */
export const hasSpace = (folder: string) => async (): Promise<boolean> => {
  const facts = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (facts === undefined) return true
  // Some file systems do not count files and report 0.
  const hasNames = facts.files === 0 || facts.ffree > 0
  return hasNames && facts.bavail * facts.bsize >= leastBytes
}

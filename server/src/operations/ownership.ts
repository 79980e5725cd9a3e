import type { Stats } from 'node:fs'
import { chmod, lchown, mkdir, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type Owner = { uid: number; gid: number; mode: number }

const isRoot = () => process.getuid?.() === 0

const ownerIn = ({ uid, gid, mode }: Stats): Owner => ({ uid, gid, mode })

/** The owner of a folder; undefined if it does not exist. */
export const ownerOf = (folder: string): Promise<Owner | undefined> =>
  stat(folder).then(ownerIn, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

async function handOver(path: string, { uid, gid, mode }: Owner, isFolder: boolean) {
  await chmod(path, mode & (isFolder ? 0o777 : 0o666))
  // Only root may change owners; other users' files already belong to them.
  if (isRoot()) await lchown(path, uid, gid)
}

/** Gives a folder and its content to an owner, with the same access as to their own folder. */
export async function giveFolder(folder: string, owner: Owner): Promise<void> {
  const entries = await opendir(folder, { recursive: true })
  for await (const entry of entries)
    if (entry.isFile() || entry.isDirectory())
      await handOver(join(entry.parentPath, entry.name), owner, entry.isDirectory())
  await handOver(folder, owner, true)
}

/** The owner of the service's data folder. Only root and this owner can write files that the service can read. */
export async function serviceOwner(dataDir: string): Promise<Owner> {
  if (!isRoot()) await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const owner = await ownerOf(dataDir)
  if (owner === undefined)
    throw new Error(
      `DATA_DIR ${dataDir} does not exist. Make it for the user of the service, such as: install -d -o ats -m 700 ${dataDir}`,
    )
  if (!isRoot() && owner.uid !== process.getuid?.())
    throw new Error(
      `DATA_DIR ${dataDir} belongs to the user with the id ${owner.uid}. Run restore as root or as that user`,
    )
  return owner
}

const mostLooked = 2000

/** The first files and folders of each folder; of one that cannot be opened, only itself. */
async function* firstPaths(folder: string) {
  yield folder
  const entries = await opendir(folder, { recursive: true }).catch(() => [])
  let looked = 0
  for await (const { parentPath, name } of entries) {
    looked += 1
    if (looked > mostLooked) return
    yield join(parentPath, name)
  }
}

/** Which of the first files the owner cannot read. */
export async function unreadableIn(folders: readonly string[], owner: Owner): Promise<string[]> {
  const unreadable: string[] = []
  for (const folder of folders)
    for await (const path of firstPaths(folder)) {
      const facts = await stat(path).catch(() => undefined)
      if (facts !== undefined && !isReadableBy(owner, facts)) unreadable.push(path)
    }
  return unreadable
}

/** Checks the mode bits only: root, who may read everything, checks for another user. */
function isReadableBy({ uid, gid }: Owner, facts: Stats): boolean {
  const needed = facts.isDirectory() ? 0o5 : 0o4
  if (uid === 0) return true
  if (facts.uid === uid) return ((facts.mode >> 6) & needed) === needed
  if (facts.gid === gid) return ((facts.mode >> 3) & needed) === needed
  return (facts.mode & needed) === needed
}

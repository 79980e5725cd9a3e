import type { AssetToTag } from './work.ts'

/** Tags that are read within this time are in the field of the reader together. */
export const fieldMs = 700

/** What a device knows without a network: assets by their ids, and by their tags in upper case. */
export type KnownAssets = {
  byId: ReadonlyMap<string, AssetToTag>
  byTag: ReadonlyMap<string, AssetToTag>
}

export const knownAssets = (assets: Iterable<AssetToTag>): KnownAssets => {
  const [byId, byTag] = [new Map<string, AssetToTag>(), new Map<string, AssetToTag>()]
  for (const asset of assets) {
    byId.set(asset.assetId, asset)
    if (asset.tag !== null) byTag.set(asset.tag.toUpperCase(), asset)
  }
  return { byId, byTag }
}

/** The last two can be intended: the person then replaces the tag. */
export type TaggingProblem =
  | { is: 'two-tags' | 'other-tag-read'; tag: string }
  | { is: 'on-another' | 'reserved-for-another'; tag: string; asset: AssetToTag }
  | { is: 'not-the-expected' | 'has-tag'; tag: string; asset: AssetToTag }

/** An asset of the list, or the name of one that is not registered. */
export type ChosenAsset = AssetToTag | { assetId: null; assetName: string }

/** Where a person is in the loop: tag, asset, and the second read of the tag on the asset. */
export type TaggingLoop = {
  tag: string | null
  asset: ChosenAsset | null
  retag: boolean
  problem: TaggingProblem | null
  /** The last read, to notice two tags in the field. */
  read: { tag: string; at: number } | null
  /** The tag that was saved last: the reader may read it again. */
  savedTag: string | null
}

export const emptyLoop: TaggingLoop = {
  ...{ tag: null, asset: null, retag: false, problem: null, read: null, savedTag: null },
}

/** What is saved after the second read. */
export type SavedTag = { tag: string; asset: ChosenAsset; retag: boolean }
export type LoopStep = { loop: TaggingLoop; saved?: SavedTag }

const isKnown = (asset: ChosenAsset | null): asset is AssetToTag => asset !== null && asset.assetId !== null
const isSame = (one: string | null, other: string) => one?.toUpperCase() === other.toUpperCase()

/** Why this tag cannot be put on this asset, as far as the device knows. */
function problemOf(known: KnownAssets, asset: ChosenAsset | null, tag: string): TaggingProblem | null {
  const holder = known.byTag.get(tag.toUpperCase())
  // A check showed that the tag is not on the asset that has it.
  const isFree = holder === undefined || holder.left === 'failed'
  if (!isFree && holder.assetId !== asset?.assetId)
    return { is: holder.left === 'expected' ? 'reserved-for-another' : 'on-another', tag, asset: holder }
  if (!isKnown(asset) || isSame(asset.tag, tag)) return null
  if (asset.left === 'expected') return { is: 'not-the-expected', tag, asset }
  return asset.left === null ? { is: 'has-tag', tag, asset } : null
}

const isReplaceable = (problem: TaggingProblem | null) =>
  problem?.is === 'not-the-expected' || problem?.is === 'has-tag'

/** A tag was read: the first read of a tag, or the second one on the asset. */
export function readTag(known: KnownAssets, before: TaggingLoop, tag: string, at: number): LoopStep {
  const { read, savedTag } = before
  const loop = { ...before, read: { tag, at }, problem: null }
  const isCrowded = read !== null && read.tag !== tag && at - read.at < fieldMs
  if (isCrowded) return { loop: { ...loop, tag: null, retag: false, problem: { is: 'two-tags', tag } } }
  if (tag === savedTag && before.tag === null) return { loop: before }
  const isWaiting = before.tag !== null && before.asset !== null && !isReplaceable(before.problem)
  if (isWaiting && tag !== before.tag) return { loop: { ...loop, problem: { is: 'other-tag-read', tag } } }
  if (isWaiting && before.asset !== null)
    return {
      loop: { ...emptyLoop, read: loop.read, savedTag: tag },
      saved: { tag, asset: before.asset, retag: before.retag },
    }
  const reserved = known.byTag.get(tag.toUpperCase())
  const asset = before.asset ?? (reserved?.left === 'expected' ? reserved : null)
  return { loop: paired(known, { ...loop, asset, retag: false }, tag) }
}

/** The tag with the asset; a tag that can never be put there is forgotten. */
function paired(known: KnownAssets, loop: TaggingLoop, tag: string): TaggingLoop {
  const problem = problemOf(known, loop.asset, tag)
  return { ...loop, tag: problem === null || isReplaceable(problem) ? tag : null, problem }
}

export function chooseAsset(known: KnownAssets, before: TaggingLoop, asset: ChosenAsset): TaggingLoop {
  const loop = { ...before, asset, retag: false, problem: null }
  return before.tag === null ? loop : paired(known, loop, before.tag)
}

/** The person wants to replace the tag that the asset has or is to get. */
export const replaceAnyway = (loop: TaggingLoop): TaggingLoop =>
  isReplaceable(loop.problem) ? { ...loop, problem: null, retag: true } : loop

export const canReplace = ({ problem }: TaggingLoop) => isReplaceable(problem)

import type { CreatableMaster } from '@ats/contract/masters.ts'
import { placeKinds } from '@ats/contract/places.ts'
import { lowestOnPath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { mostLength } from './problem-groups.ts'

type Written = {
  value: string
  /** How deep the cells of its rows are, if the place has a column per level. */
  shallow: number | null
  deep: number | null
}

/** The master record that a wrong text lacks, if the text says everything that the record needs. */
export async function creatableFor(
  db: Db,
  actor: Actor,
  problem: string,
  written: Written,
): Promise<CreatableMaster | null> {
  const { value } = written
  // It may have been cut.
  if (value.length >= mostLength) return null
  if (problem === 'assetState:unknown') return { kind: 'asset-state', name: value, parentId: null }
  return problem === 'place:unknown' ? placeFor(db, actor, written) : null
}

async function placeFor(db: Db, actor: Actor, { value, shallow, deep }: Written) {
  const names = value.split('>').map((name) => name.trim())
  const [kind, name] = [placeKinds[names.length - 1], names.at(-1)]
  // A row may leave out levels: its last name is then of another kind than its position says.
  const hasAllLevels = shallow === null || (shallow === names.length && deep === names.length)
  if (kind === undefined || !name || names.includes('') || !hasAllLevels) return null
  if (kind === 'city') return { kind, name, parentId: null }
  const lowest = await lowestOnPath(db, actor, names)
  return lowest?.depth === names.length - 1 ? { kind, name, parentId: lowest.id } : null
}

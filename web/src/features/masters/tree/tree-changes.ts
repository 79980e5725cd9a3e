import { type MasterChange, masters, type NewMaster } from '@ats/contract/masters.ts'
import type { PlaceNode } from '@ats/contract/place-tree.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { useChange } from '#kernel/http/use-change.ts'
import { m } from '#texts'
import { sendOrDecide } from '#ui/form/conflict.tsx'
import { TheirsKept } from '#ui/form/theirs-kept.ts'
import { toast } from '#ui/toast/toast.ts'
import { useFollowCity } from '../follow-city.ts'
import { masterFields } from '../master-fields.tsx'
import { branchSize } from './tree-queries.ts'
import { useTree } from './tree-state.tsx'

const useAddPlace = () =>
  useChange(masters.create, ({ kind, ...body }: NewMaster & { kind: PlaceKind }) => ({
    params: { kind },
    body,
  }))

type Changed = MasterChange & { kind: PlaceKind; id: string }

export const useChangePlace = () =>
  useChange(masters.update, ({ kind, id, ...body }: Changed) => ({ params: { kind, id }, body }))

export const useDeletePlace = () =>
  useChange(masters.remove, (params: { kind: PlaceKind; id: string }) => ({ params }))

/** An undo may fail; a toast then shows the reason. */
export const undoing = (run: () => Promise<unknown>) => ({
  text: m.assets_undo(),
  run: () => {
    run().catch((error) => toast.failure(m.bulkjobs_undo_failed(), messageOf(error, '')))
  },
})

/** Returns the id of the new place, which is highlighted. */
export function useAddInTree(kind: PlaceKind, parent: PlaceNode | null) {
  const { mark, reveal } = useTree()
  const add = useAddPlace()
  const remove = useDeletePlace()
  return async (name: string): Promise<string> => {
    const { id } = await add.mutateAsync({ kind, name, ...(parent !== null && { parentId: parent._id }) })
    mark(id)
    // If the branch is only partly loaded, the new place may be out of view.
    if (parent !== null && parent.children >= branchSize) await reveal(id, { focus: false })
    toast.success(
      m.masters_added({ name }),
      undoing(() => remove.mutateAsync({ kind, id })),
    )
    return id
  }
}

export function useRenameInTree({ _id: id, kind, name: before, version }: PlaceNode) {
  const { mark } = useTree()
  const { mutateAsync } = useChangePlace()
  const followCity = useFollowCity(kind)
  return async (name: string) => {
    try {
      await sendOrDecide({ name, version }, masterFields(), (body) => mutateAsync({ kind, id, ...body }))
    } catch (error) {
      if (error instanceof TheirsKept) return
      throw error
    }
    mark(id)
    followCity(before, name)
    const undo = async () => {
      await mutateAsync({ kind, id, name: before })
      followCity(name, before)
    }
    toast.success(m.places_renamed({ name: before, after: name }), undoing(undo))
  }
}

import type { PlaceNode } from '@ats/contract/place-tree.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { placeById } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'
import { branchOf, type Spot } from './tree-queries.ts'

/** What is being edited: a new place below another (or a city), or the name of one. */
export type Editing = { add: PlaceNode | null; kind: PlaceKind } | { rename: string }

type Tree = {
  selected: Spot | undefined
  select: (spot: Spot) => void
  opened: ReadonlySet<string>
  setOpened: (id: string, isOpen: boolean) => void
  /** The places at which branches start, if not at their first page. */
  around: ReadonlyMap<string | null, string>
  editing: Editing | undefined
  edit: (editing: Editing | undefined) => void
  /** The place that was added or moved last. */
  marked: string | undefined
  mark: (id: string) => void
  /** Expands the path to a place, and focuses it unless `focus` is false. */
  reveal: (id: string, how?: { focus: boolean }) => Promise<void>
  /** Returns true once if the place should get the focus when it is rendered. */
  takeFocus: (id: string) => boolean
}

const TreeContext = createContext<Tree | null>(null)

export function useTree(): Tree {
  const tree = use(TreeContext)
  if (tree === null) throw new Error('Places are shown inside of a TreeState')
  return tree
}

export const rowId = (id: string) => `place-${id}`

export const focusRow = (id: string) => setTimeout(() => document.getElementById(rowId(id))?.focus())

export function TreeState({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const scope = useScope()
  const [selected, select] = useState<Spot>()
  const [opened, setAllOpened] = useState<ReadonlySet<string>>(new Set())
  const [around, setAround] = useState<ReadonlyMap<string | null, string>>(new Map())
  const [editing, edit] = useState<Editing>()
  const [marked, mark] = useState<string>()
  const wish = useRef<string>(undefined)

  const setOpened = (id: string, isOpen: boolean) =>
    setAllOpened((all) => new Set(isOpen ? [...all, id] : [...all].filter((one) => one !== id)))
  const reveal = async (id: string, { focus } = { focus: true }) => {
    const place = await client.fetchQuery({ ...placeById(id), staleTime: 0 })
    if (place === null) return toast.failure(m.places_not_yours())
    if (focus) wish.current = id
    setAllOpened((all) => new Set([...all, ...place.ids.slice(0, -1)]))
    // A branch that already shows the place stays as it is.
    const isShown = (parent: string | null, child: string) =>
      client
        .getQueryData(branchOf(parent, scope, around.get(parent)).queryKey)
        ?.pages.some((page) => page.places.some(({ _id }) => _id === child)) === true
    const steps = place.ids.map((one, at) => [place.ids[at - 1] ?? null, one] as const)
    const unseen = steps.filter(([parent, child]) => !isShown(parent, child))
    if (unseen.length > 0) setAround((all) => new Map([...all, ...unseen]))
    if (focus) focusRow(id)
  }
  const takeFocus = (id: string) => {
    if (wish.current !== id) return false
    wish.current = undefined
    return true
  }
  const tree = { selected, select, opened, setOpened, around, editing, edit, marked, mark, reveal, takeFocus }
  return <TreeContext value={tree}>{children}</TreeContext>
}

import type { FloorPlan, PlanRoom, PlanShape, Rectangle } from '@ats/contract/floors.ts'

/** A rectangle in the editor: a room with its place, or a shape with a label. */
export type Item = { key: string; placeId: string | null; label: string; box: Rectangle }

export type Drawing = {
  items: readonly Item[]
  selected: string | null
  past: readonly (readonly Item[])[]
  future: readonly (readonly Item[])[]
}

export type Step =
  | { do: 'add'; item: Item }
  | { do: 'change'; key: string; change: Partial<Pick<Item, 'box' | 'label'>> }
  /** A part of a drag: undo goes back to its start. */
  | { do: 'drag'; key: string; box: Rectangle; isFirst: boolean }
  | { do: 'remove'; key: string }
  | { do: 'select'; key: string | null }
  | { do: 'undo' }
  | { do: 'redo' }

type Drawn = { shapes: readonly PlanShape[]; rooms: readonly PlanRoom[] }

/** The rooms that the person may change; others are only shown. */
export const itemsOf = ({ shapes, rooms }: Drawn): Item[] => [
  ...shapes.map(({ box, label }, at) => ({ key: `shape-${at}`, placeId: null, label, box })),
  ...rooms.flatMap(({ placeId, name, box }) =>
    placeId === null ? [] : [{ key: placeId, placeId, label: name ?? '', box }],
  ),
]

export const startOf = (drawn: Drawn): Drawing => ({
  items: itemsOf(drawn),
  selected: null,
  past: [],
  future: [],
})

/** The request that saves the drawing. */
export const bodyOf = (items: readonly Item[]): Required<Pick<FloorPlan, 'shapes' | 'rooms'>> => ({
  shapes: items.flatMap(({ placeId, label, box }) =>
    placeId === null ? [{ box, label: label.trim() }] : [],
  ),
  rooms: items.flatMap(({ placeId, box }) => (placeId === null ? [] : [{ placeId, box }])),
})

const mostUndone = 100

const changed = (before: Drawing, items: readonly Item[], selected = before.selected): Drawing => ({
  items,
  selected,
  past: [...before.past, before.items].slice(-mostUndone),
  future: [],
})

const replaced = (items: readonly Item[], key: string, change: Partial<Item>) =>
  items.map((item) => (item.key === key ? { ...item, ...change } : item))

/** A selection of something that is gone ends. */
const kept = (items: readonly Item[], selected: string | null) =>
  items.some(({ key }) => key === selected) ? selected : null

export function draw(before: Drawing, step: Step): Drawing {
  const { items, past, future, selected } = before
  switch (step.do) {
    case 'add':
      return changed(before, [...items, step.item], step.item.key)
    case 'change':
      return changed(before, replaced(items, step.key, step.change))
    case 'drag': {
      const moved = replaced(items, step.key, { box: step.box })
      return step.isFirst ? changed(before, moved) : { ...before, items: moved }
    }
    case 'remove':
      return changed(
        before,
        items.filter(({ key }) => key !== step.key),
        null,
      )
    case 'select':
      return { ...before, selected: step.key }
    case 'undo': {
      const last = past.at(-1)
      if (last === undefined) return before
      return {
        items: last,
        past: past.slice(0, -1),
        future: [items, ...future],
        selected: kept(last, selected),
      }
    }
    case 'redo': {
      const [next, ...later] = future
      if (next === undefined) return before
      return { items: next, past: [...past, items], future: later, selected: kept(next, selected) }
    }
  }
}

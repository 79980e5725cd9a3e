import { type Dispatch, type SetStateAction, useState } from 'react'
import type { ListFilter } from './column.ts'

/** Identifies the set of rows of a list: the city and the filter, without page and sort order. */
export const sourceOf = (
  { cursor: _, size: __, sort: ___, direction: ____, ...narrowing }: ListFilter,
  city: string,
) => JSON.stringify([city, narrowing])

/**
 * State that belongs to one source. It resets in the same render in which the source changes, so that no
 * action can apply to rows that are no longer shown.
 */
export function useStateOf<T>(source: string, first: T): [T, Dispatch<SetStateAction<T>>] {
  const [state, setState] = useState(first)
  const [of, setOf] = useState(source)
  if (of !== source) {
    setOf(source)
    setState(() => first)
  }
  return [of === source ? state : first, setState]
}

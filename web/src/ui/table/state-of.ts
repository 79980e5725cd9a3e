import { type Dispatch, type SetStateAction, useState } from 'react'
import type { ListFilter } from './column.ts'

/** What a list takes its rows from: the city and the filter, not the page or the order they are shown in. */
export const sourceOf = (
  { cursor: _, size: __, sort: ___, direction: ____, ...narrowing }: ListFilter,
  city: string,
) => JSON.stringify([city, narrowing])

/**
 * State that belongs to one source. With another one it is what it was at first, already in the drawing that shows the
 * other: nothing can be done to rows that are no longer in sight.
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

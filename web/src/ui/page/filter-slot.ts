import { createContext } from 'react'

/** The element next to the title for the filters of the screen's list; undefined outside of a page. */
export const FilterSlot = createContext<HTMLElement | null | undefined>(undefined)

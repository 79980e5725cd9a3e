import { createContext } from 'react'

/** The ids of the assets on a page of a list. */
export const PageAssets = createContext<readonly string[]>([])

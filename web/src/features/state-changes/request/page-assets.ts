import { createContext } from 'react'

/** The ids of the assets that a page of a list shows. */
export const PageAssets = createContext<readonly string[]>([])

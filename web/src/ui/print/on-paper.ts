import { createContext, use } from 'react'

/** True inside a sheet for paper: links and buttons to copy are plain text there. */
export const OnPaperContext = createContext(false)

export const useIsOnPaper = () => use(OnPaperContext)

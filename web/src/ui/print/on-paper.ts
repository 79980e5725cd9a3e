import { createContext, use } from 'react'

/** True inside a printed sheet, where links and copy buttons are plain text. */
export const OnPaperContext = createContext(false)

export const useIsOnPaper = () => use(OnPaperContext)

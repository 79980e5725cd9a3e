import { createContext, useContext } from 'react'
import classes from './matched.module.css'
import { matchedParts } from './matched-parts.ts'

/** The search text of the list around a cell; empty on paper. */
export const SearchText = createContext('')

/** A text of a list; the parts that the search text matches are marked. */
export function Matched({ text }: { text: string }) {
  const search = useContext(SearchText)
  if (search === '') return text
  return matchedParts(text, search).map((part) =>
    part.isMatch ? (
      <mark key={part.at} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}

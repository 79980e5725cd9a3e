/** Milliseconds between two characters: readers leave some 5 to 40, even over the air; people take longer. */
const usualGap = 100
/** Fewer characters than this may be a person's lucky run. */
const fewest = 6

/** Watches keys one by one for a tag that a keyboard-wedge reader types: a fast run of characters, then Enter. */
export function keyboardWedge(longestGap = usualGap) {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    /** `at` in milliseconds. Answers with the tag when Enter ends one. */
    read(key: string, at: number): string | null {
      // What was typed into one field does not go on in the next.
      if (key === 'Tab') text = ''
      if (key !== 'Enter' && [...key].length !== 1) return null
      const goesOn = at - last <= longestGap
      const before = goesOn ? text : ''
      last = at
      text = key === 'Enter' ? '' : before + key
      return key === 'Enter' && before.trim().length >= fewest ? before.trim() : null
    },
    /** How many characters the run has so far. */
    length: () => [...text].length,
    forget() {
      text = ''
    },
  }
}

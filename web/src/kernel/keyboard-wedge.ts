/** Milliseconds between two characters. Most readers leave 2 to 40, slow ones some 120; people are rarely below the first. */
export const fastGap = 100
const slowGap = 250
/** A hitch in the middle of a scan, on a machine under load, does not cut it. */
const hitch = 600
/** Fewer characters than this may be a person's lucky run. */
const fewest = 6

/** The text field a run of keys began in. */
export type Field = { value: string }

export type Reading<F extends Field = Field> = {
  code: string
  /** The field that the run began in, or null where it began outside of any; `before` is what that held then. */
  field: F | null
  before: string
  longestGap: number
}

type Run<F extends Field> = Omit<Reading<F>, 'code'> & { text: string; last: number }

/** Outside of text fields only letters mean something by themselves: a slow run with a digit in it is a reader's. */
const isReaders = ({ text, longestGap }: { text: string; longestGap: number }) =>
  longestGap <= fastGap || /\d/.test(text)

const isCertain = (run: { text: string; longestGap: number }) => run.text.length >= 4 && isReaders(run)

const longestPause = <F extends Field>(run: Run<F>) =>
  run.field !== null || isCertain(run) ? hitch : slowGap

/**
 * Watches keys one by one for what a keyboard-wedge reader types: a run of characters, then Enter. A run goes on where the
 * focus moves meanwhile. Time is when a key was pressed (`event.timeStamp`): a busy page gets the keys late.
 */
export function keyboardWedge<F extends Field>() {
  let run: Run<F> | null = null
  const add = (key: string, at: number, field: F | null) => {
    if (run === null || at - run.last > longestPause(run))
      run = { text: '', last: at, longestGap: 0, field, before: field?.value ?? '' }
    // The focus moved into a field before it was certain who types: nothing is swallowed there, and nothing forgotten.
    else if (field !== null && run.field === null && !isCertain(run)) {
      run.field = field
      run.before = field.value
    }
    run.longestGap = Math.max(run.longestGap, at - run.last)
    run.last = at
    run.text += key
  }
  const finish = (at: number): Reading<F> | null => {
    const done = run
    run = null
    if (done === null || at - done.last > longestPause(done)) return null
    const longestGap = Math.max(done.longestGap, at - done.last)
    const code = done.text.trim()
    if (code.length < fewest) return null
    if (done.field === null && !isReaders({ text: code, longestGap })) return null
    return { code, longestGap, field: done.field, before: done.before }
  }
  return {
    /** Answers with what was read when Enter ends a run. In a text field, `longestGap` says how likely a person typed it. */
    read(key: string, at: number, field: F | null = null): Reading<F> | null {
      // What was typed into one field does not go on in the next.
      if (key === 'Tab') run = null
      if (key === 'Enter') return finish(at)
      if ([...key].length === 1) add(key, at, field)
      return null
    },
    /** How many characters the run has so far. */
    length: () => [...(run?.text ?? '')].length,
    /** Whether the keys of the run are a reader's, which mean nothing to the page. */
    isReading: () => run !== null && run.field === null && run.text.length > 1 && isReaders(run),
    forget() {
      run = null
    },
  }
}

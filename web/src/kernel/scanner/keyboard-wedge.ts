/** Milliseconds between two characters. Most readers leave 2 to 40, slow ones some 120; people are rarely below the first. */
export const fastGap = 100
/** People pause so long between a key for the page and a scan. */
const slowGap = 250
/** Ends a tag without Enter or Tab. Readers stutter for less; a machine under load, too. */
export const longPause = 1000
/** How long keys before a pause may still be the beginning of what follows. */
const headAge = 5000
/** Fewer characters than this may be a person's lucky run; without Enter or Tab it takes more to be certain. */
const [fewest, fewestByPause] = [6, 8]

/** The text field a run of keys began in. */
export type Field = { value: string }

/** A text field that keys of a run went into, and what it held before. */
type Touched<F extends Field> = { field: F; before: string }

export type Reading<F extends Field = Field> = {
  code: string
  /** Keys right before a pause: a key for the page, or the first part of the same tag. */
  head: string
  end: 'enter' | 'tab' | 'pause'
  /** The field that the run began in, or null where it began outside of any; `before` is what that held then. */
  field: F | null
  before: string
  touched: readonly Touched<F>[]
  longestGap: number
  usualGap: number
}

type Run<F extends Field> = {
  text: string
  head: string
  last: number
  gaps: number[]
  /** Whether the run began in a text field. */
  inField: boolean
  touched: Touched<F>[]
}

/** Outside of text fields only letters mean something by themselves: a slow run with a digit in it is a reader's. */
const isReaders = ({ text, gaps }: { text: string; gaps: number[] }) =>
  /\d/.test(text) || gaps.every((gap) => gap <= fastGap)

const isCertain = (run: { text: string; gaps: number[] }) => run.text.length >= 4 && isReaders(run)

const continuesWithin = <F extends Field>(run: Run<F>) =>
  run.inField || isCertain(run) ? longPause : slowGap

const median = (gaps: number[]) => gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0

const begin = <F extends Field>(at: number, field: F | null, head: string): Run<F> => ({
  ...{ text: '', head, last: at, gaps: [] },
  inField: field !== null,
  touched: [],
})

function touch<F extends Field>(run: Run<F>, field: F | null) {
  if (field === null || run.touched.some((one) => one.field === field)) return
  // A field that was drawn again in the middle of a tag holds the first part of that very tag.
  const isOwnPart = run.touched.length > 0 && run.text.endsWith(field.value.trim())
  run.touched.push({ field, before: isOwnPart ? '' : field.value })
}

/** A code alone, or one that the keys before a pause may belong to. */
const isLongEnough = ({ text, head }: { text: string; head: string }) =>
  text.trim().length >= fewest || (/^[0-9a-f]{8,}$/i.test(head + text) && text.length > 1)

function readingOf<F extends Field>(run: Run<F>, end: Reading['end']): Reading<F> | null {
  const { text, head, gaps, inField, touched } = run
  if (!isLongEnough(run) || (!inField && !isReaders(run))) return null
  const [first] = inField ? touched : []
  return {
    ...{ code: text.trim(), head, end, touched },
    field: first?.field ?? null,
    before: first?.before ?? '',
    longestGap: Math.max(0, ...gaps),
    usualGap: median(gaps),
  }
}

/**
 * Watches keys one by one for what a keyboard-wedge reader types: a run of characters, then Enter, Tab or a long pause. A run
 * continues where the focus moves meanwhile. Time is when a key was pressed (`event.timeStamp`): a busy page gets the keys late.
 */
export function keyboardWedge<F extends Field>() {
  let run: Run<F> | null = null
  /** What a pause ended: the rest of it may follow, or the Enter that belongs to it. */
  let paused: { text: string; last: number } | null = null
  let isLateEnd = false

  const headAt = (at: number, field: F | null): string => {
    if (field !== null) return ''
    const before = run !== null && !run.inField ? { text: run.head + run.text, last: run.last } : paused
    return before !== null && at - before.last <= headAge ? before.text : ''
  }
  const add = (key: string, at: number, field: F | null) => {
    if (run === null || at - run.last > continuesWithin(run)) run = begin(at, field, headAt(at, field))
    else run.gaps.push(at - run.last)
    // The focus moved into a field before it was certain who types: nothing is swallowed there, and nothing forgotten.
    if (field !== null && !run.inField && !isCertain(run)) run.inField = true
    paused = null
    touch(run, field)
    run.last = at
    run.text += key
  }
  const finish = (at: number, end: 'enter' | 'tab'): Reading<F> | null => {
    const done = run
    run = null
    isLateEnd = paused !== null && at - paused.last <= headAge
    paused = null
    if (done === null || at - done.last > continuesWithin(done)) return null
    if (end === 'tab' && !done.inField && !isCertain(done)) return null
    done.gaps.push(at - done.last)
    return readingOf(done, end)
  }
  return {
    /** Returns what was read when Enter or Tab ends a run. In a text field, the gaps say how likely a person typed it. */
    read(key: string, at: number, field: F | null = null): Reading<F> | null {
      isLateEnd = false
      if (key === 'Enter' || key === 'Tab') return finish(at, key === 'Tab' ? 'tab' : 'enter')
      if ([...key].length === 1) add(key, at, field)
      return null
    },
    /** Returns what a reader typed outside of text fields where it sends neither Enter nor Tab. */
    pause(at: number): Reading<F> | null {
      if (run === null || run.inField || at - run.last < longPause) return null
      if (!isCertain(run) || run.text.length < fewestByPause) return null
      paused = { text: run.head + run.text, last: run.last }
      const done = run
      run = null
      return readingOf(done, 'pause')
    },
    /** How many characters the run has so far. */
    length: () => [...(run?.text ?? '')].length,
    /** Whether the last key was a reader's, which means nothing to the page. */
    isReading: () => isLateEnd || (run !== null && !run.inField && run.text.length > 1 && isReaders(run)),
    /** The person does something else. What certainly comes from a reader goes on. */
    forget() {
      if (run !== null && (run.inField || !isCertain(run))) run = null
    },
  }
}

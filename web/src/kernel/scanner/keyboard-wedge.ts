/**
 * Milliseconds between two characters. Most readers leave 2 to 40, slow ones about 120; people are rarely
 * faster than 100.
 */
export const fastGap = 100
/** The shortest pause of a person between a key for the page and a scan. */
const slowGap = 250
/** Ends a tag without Enter or Tab. Pauses within a tag are shorter, even on a machine under load. */
export const longPause = 1000
/** For how long keys before a pause may still be the beginning of the next run. */
const headAge = 5000
/** A shorter run may be fast typing. Without Enter or Tab, more characters are needed to be certain. */
const [fewest, fewestByPause] = [6, 8]

/** The text field in which a run of keys began. */
export type Field = { value: string }

/** A text field that received keys of a run, and its value before. */
type Touched<F extends Field> = { field: F; before: string }

export type Reading<F extends Field = Field> = {
  code: string
  /** Keys right before a pause: meant for the page, or the first part of the same tag. */
  head: string
  end: 'enter' | 'tab' | 'pause'
  /** The field in which the run began, or null outside of text fields; `before` is its value at that time. */
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

/** Outside of text fields only letters are shortcuts, so a slow run with a digit comes from a reader. */
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
  // A field that was re-rendered in the middle of a tag contains the first part of that tag.
  const isOwnPart = run.touched.length > 0 && run.text.endsWith(field.value.trim())
  run.touched.push({ field, before: isOwnPart ? '' : field.value })
}

/** Long enough alone, or together with the keys before the pause. */
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
 * Detects the input of a keyboard-wedge reader: a run of characters, then Enter, Tab or a long pause. A run
 * continues when the focus moves. Times are those of the key press (`event.timeStamp`), because a busy page
 * receives keys late.
 */
export function keyboardWedge<F extends Field>() {
  let run: Run<F> | null = null
  /** A run that was ended by a pause: its rest may follow, or the Enter that belongs to it. */
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
    // The focus moved into a field before the source was certain: treat the run as typed there.
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
    /** Returns the scan when Enter or Tab ends a run. Its gaps tell how likely a person typed it. */
    read(key: string, at: number, field: F | null = null): Reading<F> | null {
      isLateEnd = false
      if (key === 'Enter' || key === 'Tab') return finish(at, key === 'Tab' ? 'tab' : 'enter')
      if ([...key].length === 1) add(key, at, field)
      return null
    },
    /** Returns the scan of a reader that sends neither Enter nor Tab, outside of text fields. */
    pause(at: number): Reading<F> | null {
      if (run === null || run.inField || at - run.last < longPause) return null
      if (!isCertain(run) || run.text.length < fewestByPause) return null
      paused = { text: run.head + run.text, last: run.last }
      const done = run
      run = null
      return readingOf(done, 'pause')
    },
    /** The number of characters in the run so far. */
    length: () => [...(run?.text ?? '')].length,
    /** Whether the last key came from a reader, so that the page must ignore it. */
    isReading: () => isLateEnd || (run !== null && !run.inField && run.text.length > 1 && isReaders(run)),
    /** The person does something else. A run that certainly comes from a reader continues. */
    forget() {
      if (run !== null && (run.inField || !isCertain(run))) run = null
    },
  }
}

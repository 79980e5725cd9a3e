import { normalizeTag } from '@ats/contract/epc.ts'

export const isSameTag = (one: string, other: string) =>
  normalizeTag(one).toUpperCase() === normalizeTag(other).toUpperCase()

type FormNow = {
  /** The tag in the box, and whether an asset already carries it. */
  tag: string
  isTaken: boolean
  /** All required fields except the tag are filled in. */
  isComplete: boolean
  isSending: boolean
  keepsValues: boolean
  registersOnScan: boolean
  waiting: readonly string[]
}

/**
 * `register` puts the tag into the box and submits the form; `register-first` submits the current tag while
 * the new one waits.
 */
type Step = 'ignore' | 'put' | 'register' | 'register-first' | 'wait' | 'ask'

/** What a scan does to the form, so that neither it nor an unsaved tag before it is lost. */
export function stepOf(code: string, now: FormNow): Step {
  const { tag, isTaken, isComplete, isSending, keepsValues, waiting } = now
  if ([tag, ...waiting].some((known) => isSameTag(known, code))) return 'ignore'
  if (isSending) return 'wait'
  const mayRegister = keepsValues && isComplete
  if (tag.trim() === '' || (isTaken && waiting.length === 0))
    return mayRegister && now.registersOnScan ? 'register' : 'put'
  if (isTaken || waiting.length > 0) return 'wait'
  return mayRegister ? 'register-first' : 'ask'
}

import { hearChanges } from './live.ts'
import { noteChanges } from './live-queries.ts'

/** What is on the screen follows what others do, until `signal` says that it is enough. */
export const followChanges = (signal: AbortSignal) => hearChanges(noteChanges, signal)

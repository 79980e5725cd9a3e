import { hearChanges } from './live.ts'
import { noteChanges } from './live-queries.ts'

/** Keeps the screen up to date with the changes of others, until `signal` aborts. */
export const followChanges = (signal: AbortSignal) => hearChanges(noteChanges, signal)

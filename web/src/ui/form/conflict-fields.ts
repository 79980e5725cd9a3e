import type { ReactNode } from 'react'

/** What the fields of a record are called, and how their values are shown where they are no plain texts. */
export type ConflictFields = Record<string, { label: string; show?: (value: never) => ReactNode }>

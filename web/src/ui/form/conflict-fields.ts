import type { ReactNode } from 'react'

/** The labels of a record's fields, and how to show values that are not plain text. */
export type ConflictFields = Record<string, { label: string; show?: (value: never) => ReactNode }>

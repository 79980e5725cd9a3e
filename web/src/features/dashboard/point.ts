import type { LinkProps } from '@tanstack/react-router'

/** A month or an hour: its values for the chart, and its texts for the table, which may have more columns. */
export type Point = {
  label: string
  short: string
  values: (number | null)[]
  shown: string[]
  link: LinkProps | undefined
}
/** Series on the right have their own scale, from zero. */
export type Series = { name: string; kind: 'area' | 'line' | 'bar'; side?: 'left' | 'right' }

import type { Permission } from '@ats/contract/permissions.ts'
import type { LinkProps } from '@tanstack/react-router'

/** One thing that the palette offers to open. */
export type Finding = {
  id: string
  text: string
  /** What tells it from others of the same name. */
  detail: string
  link: LinkProps
}

/** How many findings of a kind the palette shows; the list behind 'see all' has the others. */
export const mostFindings = 5

export type Found = {
  findings: Finding[]
  /** The list with all of them, where there are more. */
  all?: LinkProps | undefined
}

export type Finder = {
  id: string
  /** Heads the findings. */
  label: () => string
  permission: Permission | 'signed-in'
  find: (text: string, city: string, signal: AbortSignal) => Promise<Found>
}

/** The first findings, and the way to the others if there are any. */
export const firstFindings = (all: Finding[], list: LinkProps | undefined, total = all.length): Found => ({
  findings: all.slice(0, mostFindings),
  all: total > mostFindings ? list : undefined,
})

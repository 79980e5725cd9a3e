import type { Permission } from '@ats/contract/permissions.ts'
import type { LinkProps } from '@tanstack/react-router'

/** One result that the command palette can open. */
export type Finding = {
  id: string
  text: string
  /** Distinguishes it from other results with the same name. */
  detail: string
  link: LinkProps
}

/** Maximum number of results of a kind in the palette; 'see all' opens the full list. */
export const mostFindings = 5

export type Found = {
  findings: Finding[]
  /** The full list, if there are more results than the palette shows. */
  all?: LinkProps | undefined
}

export type Finder = {
  id: string
  label: () => string
  permission: Permission | 'signed-in'
  find: (text: string, city: string, signal: AbortSignal) => Promise<Found>
}

/** The first results, with a link to the full list if there are more. */
export const firstFindings = (all: Finding[], list: LinkProps | undefined, total = all.length): Found => ({
  findings: all.slice(0, mostFindings),
  all: total > mostFindings ? list : undefined,
})

/** An action of the palette that opens no address. */
export type FoundAction = Omit<Finding, 'link'> & { act: () => void }

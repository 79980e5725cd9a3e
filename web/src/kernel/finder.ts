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

export type Finder = {
  id: string
  /** Heads the findings. */
  label: () => string
  permission: Permission
  find: (text: string, city: string, signal: AbortSignal) => Promise<Finding[]>
}

import { z } from 'zod'

export const directoryKinds = ['oidc', 'ldap'] as const
export type DirectoryKind = (typeof directoryKinds)[number]

/** A directory on the sign-in page. */
export const shownDirectory = z.object({ _id: z.uuid(), name: z.string(), kind: z.enum(directoryKinds) })
export type ShownDirectory = z.infer<typeof shownDirectory>

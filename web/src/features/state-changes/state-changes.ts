import { lazy } from 'react'

/** Asks for another state of chosen assets; the screen keeps it in a Suspense and shows it while it is open. */
export const RequestDialog = lazy(async () => ({
  default: (await import('./request-dialog.tsx')).RequestDialog,
}))

import type { Passkey } from '@ats/contract/identity/second-factor.ts'
import { useState } from 'react'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'
import type { Confirmed } from './factor-queries.ts'

export type FactorDialog =
  | { kind: 'totp' | 'passkey' }
  | { kind: 'rename'; passkey: Passkey }
  | { kind: 'confirm'; what: Confirmed }
  | { kind: 'codes'; codes: readonly string[] }

export type FactorDialogState = ReturnType<typeof useFactorDialog>

/** One dialog at a time. New recovery codes follow the dialog that made them; `onDone` is called after all. */
export function useFactorDialog(onDone: () => void = () => undefined) {
  const [shown, setShown] = useState<FactorDialog>()
  const close = () => setShown(undefined)
  return {
    shown,
    open: setShown,
    close,
    /** After a change: shows the codes that came with it. */
    changed: (said: string, codes: readonly string[] | null) => {
      toast.success(said)
      if (codes !== null) return setShown({ kind: 'codes', codes })
      close()
      onDone()
    },
    codesSeen: () => {
      close()
      onDone()
    },
    saidOf: (what: Confirmed) => ('make' in what ? m.second_codes_made() : m.second_removed()),
  }
}

import { m } from '#texts'
import { ConfirmFactorDialog } from './confirm-dialog.tsx'
import { PasskeyDialog, RenamePasskeyDialog } from './passkey-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'
import { TotpDialog } from './totp-dialog.tsx'
import type { FactorDialogState } from './use-factor-dialog.ts'

export function FactorDialogs({
  shown,
  close,
  changed,
  codesSeen,
  saidOf,
  hasPassword,
}: FactorDialogState & { hasPassword: boolean }) {
  switch (shown?.kind) {
    case 'totp':
      return (
        <TotpDialog
          hasPassword={hasPassword}
          onClose={close}
          onAdded={(codes) => changed(m.second_totp_added(), codes)}
        />
      )
    case 'passkey':
      return (
        <PasskeyDialog
          hasPassword={hasPassword}
          onClose={close}
          onAdded={(codes) => changed(m.second_passkey_added(), codes)}
        />
      )
    case 'rename':
      return <RenamePasskeyDialog passkey={shown.passkey} onClose={close} />
    case 'confirm':
      return (
        <ConfirmFactorDialog
          what={shown.what}
          hasPassword={hasPassword}
          onClose={close}
          onDone={(codes) => changed(saidOf(shown.what), codes)}
        />
      )
    case 'codes':
      return <RecoveryCodesDialog codes={shown.codes} onClose={codesSeen} />
    default:
      return null
  }
}

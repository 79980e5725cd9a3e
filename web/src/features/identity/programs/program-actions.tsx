import type { Program } from '@ats/contract/identity/programs.ts'
import { Button } from '@mantine/core'
import { IconHistory, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { RowActions } from '#ui/table/row-actions.tsx'
import { toast } from '#ui/toast/toast.ts'
import type { MadeKey } from './program-key-dialog.tsx'
import { useRevokeProgram } from './program-queries.ts'

const ProgramDialog = lazyPart(async () => (await import('./program-dialog.tsx')).ProgramDialog)
const ReplaceDialog = lazyPart(async () => (await import('./program-replace-dialog.tsx')).ReplaceDialog)
const KeyDialog = lazyPart(async () => (await import('./program-key-dialog.tsx')).KeyDialog)

/** A program is edited, gets another key, or is revoked; a revoked one is only looked up in the audit log. */
export function ProgramActions({ program }: { program: Program }) {
  const [shown, setShown] = useState<'edit' | 'replace' | null>(null)
  const [made, setMade] = useState<MadeKey | null>(null)
  const { _id: id, name, status, mayChange } = program
  const close = () => setShown(null)
  const isOpen = mayChange && status !== 'revoked'
  const log = { ...screenLink('/dashboard/$location/audit-log', useCity()), search: { userId: id } }
  const replace = {
    ...{ text: m.programs_replace(), named: m.programs_replace_named({ name }), icon: IconKey },
    run: () => setShown('replace'),
  }
  const audit = {
    ...{ text: m.programs_audit(), named: m.programs_audit_named({ name }), icon: IconHistory },
    link: log as { to: '/' },
  }
  return (
    <RowActions name={name} more={isOpen ? [replace, audit] : [audit]}>
      {isOpen && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={m.programs_edit_named({ name })}
            onClick={() => setShown('edit')}
          >
            {m.common_edit()}
          </Button>
          <Revoke program={program} />
        </>
      )}
      {shown === 'edit' && <ProgramDialog program={program} onClose={close} />}
      {shown === 'replace' && <ReplaceDialog program={program} onClose={close} onMade={setMade} />}
      {made !== null && <KeyDialog made={made} onClose={() => setMade(null)} />}
    </RowActions>
  )
}

function Revoke({ program: { _id: id, name } }: { program: Program }) {
  const { mutateAsync, isPending } = useRevokeProgram()
  const title = m.programs_revoke_named({ name })
  const revoke = async () => {
    const question = m.programs_revoke_question()
    if (!(await confirm({ title, question, action: m.programs_revoke(), danger: true }))) return
    try {
      await mutateAsync(id)
      toast.success(m.programs_revoked({ name }))
    } catch (error) {
      toast.failure(m.programs_revoke_failed(), messageOf(error, m.error_unexpected()))
    }
  }
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={title}
      aria-disabled={isPending}
      onClick={() => !isPending && void revoke()}
    >
      {m.programs_revoke()}
    </Button>
  )
}

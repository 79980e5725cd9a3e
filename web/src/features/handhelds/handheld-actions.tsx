import type { Handheld, HandheldWithToken } from '@ats/contract/handhelds.ts'
import { Button } from '@mantine/core'
import { IconBan, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { RowActions } from '#ui/table/row-actions.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useRenewToken, useRevokeHandheld } from './handheld-queries.ts'

const HandheldDialog = lazyPart(async () => (await import('./handheld-dialog.tsx')).HandheldDialog)

type Props = { handheld: Handheld; onMade: (made: HandheldWithToken) => void }

/** A handheld is edited, revoked, and gets a new link. */
export function HandheldActions({ handheld, onMade }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { name, revoked } = handheld
  const { renew, revoke } = useSteps(handheld, onMade)
  const edit = {
    ...{ text: m.common_edit(), named: m.handhelds_edit_named({ name }), icon: IconPencil },
    run: () => setEditing(true),
  }
  const end = {
    ...{ text: m.handhelds_revoke(), named: m.handhelds_revoke_named({ name }), icon: IconBan },
    run: () => void revoke(),
  }
  return (
    <RowActions name={name} more={revoked ? [edit] : [edit, end]}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={m.handhelds_renew_named({ name })}
        onClick={() => void renew()}
      >
        {m.handhelds_renew()}
      </Button>
      {isEditing && <HandheldDialog handheld={handheld} onMade={onMade} onClose={() => setEditing(false)} />}
    </RowActions>
  )
}

async function orSay(step: () => Promise<void>) {
  try {
    await step()
  } catch (error) {
    toast.failure(m.handhelds_save_failed(), messageOf(error, m.error_unexpected()))
  }
}

function useSteps({ id, name, revoked }: Handheld, onMade: Props['onMade']) {
  const [sendNew, sendEnd] = [useRenewToken(), useRevokeHandheld()]
  return {
    renew: () =>
      orSay(async () => {
        const asked = { title: m.handhelds_renew_named({ name }), question: m.handhelds_renew_question() }
        if (revoked || (await confirm({ ...asked, action: m.handhelds_renew() }))) onMade(await sendNew(id))
      }),
    revoke: () =>
      orSay(async () => {
        const asked = { title: m.handhelds_revoke_named({ name }), question: m.handhelds_revoke_question() }
        if (await confirm({ ...asked, action: m.handhelds_revoke(), danger: true })) await sendEnd(id)
      }),
  }
}

import type { Role } from '@ats/contract/identity/roles.ts'
import { Button } from '@mantine/core'
import { useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { RowActions } from '#ui/table/row-actions.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useDeleteRole } from './role-queries.ts'
import { whyFixed } from './role-rules.ts'

/** The actions for a role: view, edit, or delete it unless it is a standard one. */
export function RoleActions({ role }: { role: Role }) {
  const city = useCity()
  const fixed = whyFixed(useSession()?.user, role) !== undefined
  const { name } = role
  return (
    <RowActions name={name}>
      <ButtonLink
        to="/dashboard/$location/view-roles/$id"
        params={{ location: city, id: role.id }}
        variant="subtle"
        size="compact-sm"
        aria-label={fixed ? m.roles_view_named({ name }) : m.roles_edit_named({ name })}
      >
        {fixed ? m.roles_view() : m.common_edit()}
      </ButtonLink>
      {!fixed && !role.builtIn && <DeleteRole role={role} />}
    </RowActions>
  )
}

function DeleteRole({ role: { id, name } }: { role: Role }) {
  const { mutateAsync, isPending } = useDeleteRole()
  const remove = async () => {
    const title = m.roles_delete_named({ name })
    const question = m.roles_delete_question()
    if (!(await confirm({ title, question, action: m.common_delete(), danger: true }))) return
    try {
      await mutateAsync(id)
      toast.success(m.roles_deleted())
      document.querySelector('h1')?.focus()
    } catch (error) {
      toast.failure(m.roles_delete_failed(), messageOf(error, ''))
    }
  }
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={m.roles_delete_named({ name })}
      aria-disabled={isPending}
      onClick={() => !isPending && void remove()}
    >
      {m.common_delete()}
    </Button>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { LoadingPage } from '#ui/page/loading-page.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { RoleDetails } from './role-details.tsx'
import { RoleForm } from './role-form.tsx'
import { roleList } from './role-queries.ts'
import { whyFixed } from './role-rules.ts'

/** One role: a form for people who may change it, read-only for others. */
export function EditRole() {
  const { id } = useParams({ strict: false })
  const person = useSession()?.user
  const { data, error, isPending, refetch } = useQuery(roleList)
  if (isPending) return <LoadingPage />
  if (data === undefined) {
    const detail = messageOf(error, '') || undefined
    return <LoadFailed text={m.roles_fetch_failed()} detail={detail} onRetry={() => void refetch()} />
  }
  const role = data.find((one) => one.id === id)
  if (role === undefined) return <NotFound />
  const reason = whyFixed(person, role)
  if (reason !== undefined) return <RoleDetails role={role} reason={reason} />
  return <RoleForm key={role.id} title={m.roles_edit_title()} role={role} />
}

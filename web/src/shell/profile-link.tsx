import { Avatar, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { me } from '#features/identity/queries.ts'
import { useCity } from '#kernel/address/location.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { PersonAvatar } from '#ui/text/person-avatar.tsx'
import classes from './shell.module.css'

/** The signed-in person, as the server returns them now. */
export function ProfileLink({ compact }: { compact: boolean }) {
  const city = useCity()
  const { data, isPending, isError } = useQuery(me)
  const waiting = isPending ? m.common_loading() : isError ? m.app_error() : undefined
  const name = waiting ?? (data?.name || m.app_guest())
  const role = waiting === undefined ? shownName(data?.roleName || data?.role || '') || m.app_no_role() : ''
  return (
    <Link to="/dashboard/$location/profile" params={{ location: city }} className={classes.profile}>
      {data ? (
        <PersonAvatar person={data} size={32} aria-hidden="true" />
      ) : (
        <Avatar size={32} alt="" aria-hidden="true" />
      )}
      <VisuallyHidden>
        {m.nav_profile()}
        {compact && `, ${name} ${role}`}
      </VisuallyHidden>
      {!compact && (
        <span className={classes.person}>
          <span>{name}</span>
          {role !== '' && <small>{role}</small>}
        </span>
      )}
    </Link>
  )
}

import type { Me } from '@ats/contract/identity/sessions.ts'
import { permissions } from '@ats/contract/permissions.ts'
import type { Place } from '@ats/contract/places.ts'
import { Paper, Title } from '@mantine/core'
import { permissionTexts } from '#features/identity/roles/role-permission-texts.ts'
import { everywhere } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { HelpLink } from '#ui/page/help-link.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import classes from './profile.module.css'

/** The role, what it allows, and the places: what decides which screens and assets the person sees. */
export function ProfileAccess({ person }: { person: Me }) {
  return (
    <Paper
      component="section"
      withBorder
      p={{ base: 'md', sm: 'xl' }}
      className={classes.sheet ?? ''}
      aria-label={m.profile_access()}
    >
      <Title order={2} fz="lg" mb="md">
        {m.profile_access()}
      </Title>
      <dl className={classes.access}>
        <div>
          <dt>{m.profile_role()}</dt>
          <dd>{shownName(person.roleName)}</dd>
        </div>
        <div>
          <dt>{m.profile_permissions()}</dt>
          <dd>
            <Permissions of={person} />
          </dd>
        </div>
        <div>
          <dt>{m.profile_places()}</dt>
          <dd>
            <Places of={person} />
          </dd>
        </div>
      </dl>
      <HelpLink answer="who-sees-what">{m.help_q_scope()}</HelpLink>
    </Paper>
  )
}

function Permissions({ of }: { of: Me }) {
  const held = permissions.filter((permission) => of.permissions.includes(permission))
  if (held.length === 0) return m.roles_no_permissions()
  return (
    <ul>
      {held.map((permission) => (
        <li key={permission}>
          <strong>{permissionTexts[permission].label()}</strong>
          <span>{permissionTexts[permission].hint()}</span>
        </li>
      ))}
    </ul>
  )
}

/** Without own places a person sees their home city. */
function Places({ of: { everywhere: seesAll, places, locationName } }: { of: Me }) {
  if (seesAll) return m.profile_all_places()
  if (places.length === 0) return locationName ?? m.common_not_given()
  return (
    <ul>
      {places.map((place) => (
        <li key={place._id}>
          <PlaceAssets place={place} />
        </li>
      ))}
    </ul>
  )
}

/** Links to the assets of the place, for people who may open the list. */
function PlaceAssets({ place: { _id, path } }: { place: Place }) {
  const list = '/dashboard/$location/manage-asset/view-assets'
  if (!useMayOpen()(list)) return path
  const link = { to: list, params: { location: everywhere }, search: { placeId: _id } }
  return (
    <AnchorLink {...(link as unknown as { to: '/' })} inherit>
      {path}
    </AnchorLink>
  )
}

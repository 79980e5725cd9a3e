import type { NewRole, Role, RoleChange } from '@ats/contract/identity/roles.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { keepingAnAdministrator, mayGrant, mustBeGrantable, mustSeeEverything } from './authority.ts'
import { allRoles, roleForUpdate } from './role-queries.ts'

type RoleRow = Omit<Role, 'mayGrant'>

const nameTaken = { roles_name: () => invalid('roleName', 'role-name-taken') }
const facts = ({ name, permissions, secondFactorRequired }: RoleRow) => ({
  name,
  permissions,
  secondFactorRequired,
})

/** The role's fields of a ledger entry. */
const lineAbout = ({ id, number, name, version }: RoleRow) => ({
  kind: 'role' as const,
  id,
  readableId: String(number),
  name,
  version,
})

export async function listRoles(db: Db, actor: Actor): Promise<Role[]> {
  return (await allRoles(db, actor)).map((role) => ({ ...role, mayGrant: mayGrant(actor, role) }))
}

const withGrant = (actor: Actor, role: RoleRow): Role => ({ ...role, mayGrant: mayGrant(actor, role) })

export async function createRole(
  tx: Db,
  actor: Actor,
  { roleName, permissions, secondFactorRequired }: NewRole,
): Promise<Role> {
  mustSeeEverything(actor)
  mustBeGrantable(actor, { permissions, everywhere: false })
  const values = {
    ...{ name: roleName, permissions: [...new Set(permissions)], created_by: actor.id },
    second_factor_required: secondFactorRequired,
  }
  const { id } = await refusing(
    tx.insertInto('roles').values(values).returning('id').executeTakeFirstOrThrow(),
    nameTaken,
  )
  const role = found(await roleForUpdate(tx, id), 'role-not-found')
  await record(tx, actor, { action: 'role.created', ...lineAbout(role), after: facts(role) })
  return withGrant(actor, role)
}

export async function updateRole(tx: Db, actor: Actor, id: Id, change: RoleChange): Promise<Role> {
  mustSeeEverything(actor)
  const before = found(await roleForUpdate(tx, id), 'role-not-found')
  await mustBeVersion(tx, { kind: 'role', id }, change.version, () => ({
    roleName: { value: before.name, fact: 'name' },
    ...plainFields({
      permissions: before.permissions,
      secondFactorRequired: before.secondFactorRequired,
    }),
  }))
  const permissions = permissionsAfter(before, change)
  const name = change.roleName ?? before.name
  const second_factor_required = change.secondFactorRequired ?? before.secondFactorRequired
  if (id === actor.roleId) throw new Problem('own-role')
  mustBeGrantable(actor, before)
  mustBeGrantable(actor, { permissions, everywhere: before.everywhere })
  if (before.builtIn && name !== before.name)
    throw new Problem(
      'role-name-fixed',
      {},
      {
        fields: { roleName: { code: 'role-name-fixed' } },
      },
    )
  await keepingAnAdministrator(tx, () =>
    refusing(
      tx
        .updateTable('roles')
        .set({ name, permissions, second_factor_required })
        .where('id', '=', id)
        .execute(),
      nameTaken,
    ),
  )
  const after = found(await roleForUpdate(tx, id), 'role-not-found')
  const changes = difference(facts(before), facts(after))
  if (changes !== undefined)
    await record(tx, actor, { action: 'role.changed', ...lineAbout(after), ...changes })
  return withGrant(actor, after)
}

/** The same permissions in another order are no change. */
function permissionsAfter({ permissions: before }: RoleRow, { permissions: wanted = before }: RoleChange) {
  const [held, given] = [new Set(before), new Set(wanted)]
  return held.size === given.size && before.every((one) => given.has(one)) ? before : [...given]
}

/** Deleted users keep their role, or somebody is being given it at this moment. */
const onRecord = () => new Problem('role-on-record')

export async function deleteRole(tx: Db, actor: Actor, id: Id) {
  mustSeeEverything(actor)
  const role = found(await roleForUpdate(tx, id), 'role-not-found')
  mustBeGrantable(actor, role)
  if (role.builtIn) throw new Problem('role-not-deletable')
  if (role.users > 0)
    throw role.users === 1 ? new Problem('role-held-by-one') : new Problem('role-held', { count: role.users })
  await refusing(tx.deleteFrom('roles').where('id', '=', id).execute(), {
    users_role_id_fkey: onRecord,
    directory_mappings_role_id_fkey: () => new Problem('role-mapped'),
  })
  await record(tx, actor, { action: 'role.deleted', ...lineAbout(role), before: facts(role) })
}

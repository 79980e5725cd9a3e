import type { Person, TestApp } from './app.ts'
import { siteIn } from './stock.ts'

export const limitedRole = 'All of it here'

/** People with every permission, but only in some places; their role is created if needed. */
export async function limitedPeople(t: TestApp) {
  const permissions = ['user-management', 'master', 'manage-asset', 'reports']
  await t.db
    .insertInto('roles')
    .values({ name: limitedRole, permissions })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const indore = await siteIn(t, 'Indore')
  const pune = await siteIn(t, 'Pune')
  const to = async (places: string[], city = 'Indore') => {
    const person = await t.person({ role: limitedRole, city, name: 'Limited' })
    await givePlaces(t, person, places)
    return person
  }
  return {
    indore,
    pune,
    people: {
      'an MM': await to([indore.mm]),
      'a property': await to([indore.property]),
      'an AoU': await to([indore.aou]),
      'two rooms in two cities': await to([indore.room, pune.room]),
      'a property outside of their home city': await to([indore.property], 'Delhi'),
    } satisfies Record<string, Person>,
  }
}

export async function givePlaces(t: TestApp, { id }: Pick<Person, 'id'>, placeIds: readonly string[]) {
  await t.db.deleteFrom('user_places').where('user_id', '=', id).execute()
  const rows = placeIds.map((place_id) => ({ user_id: id, place_id }))
  if (rows.length > 0) await t.db.insertInto('user_places').values(rows).execute()
}

import { type DemoRole, demoRole } from '@ats/contract/identity/sessions.ts'
import { type Kysely, sql } from 'kysely'
import { actorOf } from '#features/identity/identity.ts'
import { requestAccess } from '#features/identity/people/access-requests.ts'
import { credentialsByEmail } from '#features/identity/people/user-queries.ts'
import { insertUser } from '#features/identity/people/users.ts'
import { createProgram } from '#features/identity/programs/programs.ts'
import { roleByName } from '#features/identity/roles/role-queries.ts'
import { hashPassword } from '#features/identity/sessions/passwords.ts'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'

/** Shown on the sign-in page of the demo; everybody in the demo has this password. */
export const demoSignIn = { email: 'admin@example.com', password: 'Teak-Desk-42' }

const offered: Record<DemoRole, string> = {
  administrator: demoSignIn.email,
  facilities: 'rohan.kulkarni@example.com',
  manager: 'priya.menon@example.com',
  auditor: 'anil.saxena@example.com',
}

/** The people that the sign-in page of the demo offers, if they still exist. */
export async function demoPeople(db: Db) {
  const people = await db
    .selectFrom('users')
    .select(['email', 'name', 'lastname'])
    .where('email', 'in', Object.values(offered))
    .where('deleted_at', 'is', null)
    .execute()
  return demoRole.options.flatMap((as) =>
    people
      .filter(({ email }) => email === offered[as])
      .map(({ email, name, lastname }) => ({ email, name: `${name} ${lastname}`, as })),
  )
}

const who = { id: null, requestId: 'demo data' }

const people: [name: string, lastname: string, role: string, city: string, jobTitle: string][] = [
  ['Asha', 'Rao', 'Admin', 'Indore', 'Head of administration'],
  ['Vikram', 'Shah', 'Super Admin', 'Mumbai', 'Operations director'],
  ['Meera', 'Iyer', 'User Management', 'Indore', 'People partner'],
  ['Rohan', 'Kulkarni', 'User', 'Indore', 'Facilities lead'],
  ['Sunita', 'Verma', 'User', 'Mumbai', 'Facilities lead'],
  ['Arjun', 'Nair', 'User', 'Bangalore', 'Facilities lead'],
  ['Kavita', 'Singh', 'User', 'Delhi', 'Facilities lead'],
  ['Nikhil', 'Deshmukh', 'User', 'Pune', 'Facilities lead'],
  ['Farah', 'Khan', 'Sub User', 'Indore', 'Stock counter'],
  ['Joseph', 'Mathew', 'Sub User', 'Mumbai', 'Stock counter'],
  ['Lakshmi', 'Menon', 'Sub User', 'Bangalore', 'Stock counter'],
  ['Harpreet', 'Gill', 'Sub User', 'Delhi', 'Stock counter'],
  ['Tara', 'Joshi', 'Sub User', 'Pune', 'Stock counter'],
  ['Devika', 'Pillai', 'User Management', 'Mumbai', 'People partner'],
]

const applicants = [
  { name: 'Ishaan Bose', email: 'ishaan.bose@example.com' },
  { name: 'Zoya Ahmed', email: 'zoya.ahmed@example.com' },
]

const emailOf = (name: string, lastname: string) =>
  name === 'Asha' ? demoSignIn.email : `${name}.${lastname}@example.com`.toLowerCase()

/** Adds the people of the demo; does nothing if anybody is registered. */
export async function seedDemoPeople(db: Kysely<Tables>) {
  const passwordHash = await hashPassword(demoSignIn.password)
  await inTransaction(db, async (tx) => {
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
    for (const [name, lastname, roleName, cityName, jobTitle] of people) {
      const role = await roleByName(tx, roleName)
      const cityId = await cityIdOf(tx, cityName)
      if (role === undefined || cityId === undefined) throw new Error(`${roleName} or ${cityName} is missing`)
      const account = {
        name,
        lastname,
        email: emailOf(name, lastname),
        passwordHash,
        roleId: role.id,
        cityId,
      }
      const { _id } = await insertUser(tx, who, account)
      await tx.updateTable('users').set({ job_title: jobTitle }).where('id', '=', _id).execute()
    }
    await addDemoProgram(tx)
    for (const applicant of applicants) await requestAccess(tx, who, { ...applicant, location: '' })
  })
}

/** Nobody knows its key: it is only there to be seen. */
async function addDemoProgram(tx: Db) {
  const administrator = await credentialsByEmail(tx, demoSignIn.email)
  const actor = administrator && (await actorOf(tx, administrator.id, who.requestId))
  if (actor === undefined) throw new Error('The administrator of the demo is missing')
  await createProgram(tx, actor, {
    ...{ name: 'ERP sync', permissions: ['manage-asset', 'reports'], everywhere: true, places: [] },
    ...{ addressRanges: ['192.0.2.0/24'], expiresAt: new Date(Date.now() + yearMs).toISOString() },
  })
}

const yearMs = 365 * 24 * 60 * 60 * 1000

const cityIdOf = async (tx: Db, name: string) =>
  (
    await tx
      .selectFrom('places')
      .select('id')
      .where('kind', '=', 'city')
      .where(sql`lower(name)`, '=', name.toLowerCase())
      .executeTakeFirst()
  )?.id

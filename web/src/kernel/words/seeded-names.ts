import { m } from '#texts'

/** Records that exist in every installation, by the names under which they are stored. */
const seeded = new Map(
  Object.entries({
    Working: m.seeded_working,
    'Not-Working': m.seeded_not_working,
    Admin: m.seeded_admin,
    User: m.seeded_user,
    'Sub User': m.seeded_sub_user,
    'User Management': m.seeded_user_management,
    'Super Admin': m.seeded_super_admin,
  }),
)

/** The server stores this name for people whose personal data was removed. */
const formerPerson = /\bFormer person (\d+)\b/g

/** A stored text with the names of former people in the person's language. */
export const withFormerPeople = (text: string) =>
  text.replace(formerPerson, (_, number: string) => m.seeded_former_person({ number }))

/** The name of a state or role in the person's language; names given by people are not translated. */
export const shownName = (name: string) => seeded.get(name)?.() ?? name

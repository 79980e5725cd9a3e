import { m } from '#texts'

/** Records that every installation starts with, under the names they are stored with. */
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

/** The name of a state or role in the person's language; a name that people gave stays as they wrote it. */
export const shownName = (name: string) => seeded.get(name)?.() ?? name

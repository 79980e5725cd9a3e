import type { User } from '@ats/contract/identity/users.ts'
import { m } from '#texts'
import { recordSelect } from '#ui/form/record-select.tsx'
import { recordName, records } from '#ui/form/records.tsx'
import { peopleNamed, personById } from './audit-queries.ts'

const fullName = ({ name, lastname }: User) => [name, lastname].filter(Boolean).join(' ')

/** Everybody within scope, found by name or email. */
const people = records({
  find: peopleNamed,
  byId: personById,
  choiceOf: (person: User) => ({ id: person._id, name: fullName(person), path: person.email }),
  /** A deleted person may still be in the ledger and in links to this page. */
  unknown: m.audit_person_deleted,
})

export const PersonName = recordName(people, fullName)

export const PersonSelect = recordSelect(people, () => ({
  'aria-label': m.audit_person(),
  placeholder: m.audit_any_person(),
  openOnFocus: false,
  clears: m.audit_person(),
}))

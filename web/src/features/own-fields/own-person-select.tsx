import { type User, users } from '@ats/contract/identity/users.ts'
import { query } from '#kernel/http/query.ts'
import { m } from '#texts'
import { recordSelect } from '#ui/form/record-select.tsx'
import { listInForm, recordName, records } from '#ui/form/records.tsx'

const mostOffered = 20
const fullName = ({ name, lastname }: User) => [name, lastname].filter(Boolean).join(' ')

/** Everybody within scope, found by name or email. */
const people = records({
  find: (search: string) =>
    query(
      users.list,
      { query: { search, size: mostOffered } },
      { reads: ['user'], select: (reply) => reply.users },
    ),
  byId: (id: string) => query(users.get, { params: { id } }, { enabled: id !== '' }),
  choiceOf: (person: User) => ({ id: person._id, name: fullName(person), path: person.email }),
  unknown: m.audit_person_deleted,
})

export const OwnPersonName = recordName(people, fullName)

export const OwnPersonSelect = recordSelect(people, () => ({
  placeholder: m.audit_any_person(),
  openOnFocus: false,
  comboboxProps: listInForm,
}))

/** A person can also be given by name or email. */
export const isPersonId = (text: string) => /^[0-9a-f-]{36}$/.test(text)

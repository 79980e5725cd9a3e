import type { User } from '@ats/contract/identity/users.ts'
import { useQuery } from '@tanstack/react-query'
import { m } from '#texts'
import { type Choice, useChoiceSearch } from '#ui/form/choice-search.tsx'
import { SearchSelect } from '#ui/form/search-select.tsx'
import { peopleNamed, personById } from './audit-queries.ts'

type Props = { value: string; onChange: (id: string) => void; className: string }

function choiceOf({ _id, name, lastname, email }: User): Choice {
  const fullName = [name, lastname].filter(Boolean).join(' ')
  return { id: _id, name: fullName, detail: email, label: `${fullName} · ${email}` }
}

/** Someone who was deleted is still in the ledger, and in the address of a link that leads here. */
const unknown = (id: string): Choice => ({
  id,
  name: m.audit_person_deleted(),
  detail: '',
  label: m.audit_person_deleted(),
})

/** Who it is, by id. */
export function PersonName({ value }: { value: string }) {
  const { data: person, isError } = useQuery(personById(value))
  if (isError) return m.audit_person_deleted()
  return person === undefined ? m.common_loading() : choiceOf(person).name
}

/** Anyone within scope, found by name or email. */
export function PersonSelect({ value, onChange, className }: Props) {
  const { data: person, isError } = useQuery(personById(value))
  const gone = value !== '' && isError ? unknown(value) : null
  const selected = person ? choiceOf(person) : gone
  const search = useChoiceSearch(selected)
  const query = useQuery({ ...peopleNamed(search.search), enabled: search.isWanted })
  return (
    <SearchSelect
      className={className}
      aria-label={m.audit_person()}
      placeholder={m.audit_any_person()}
      openOnFocus={false}
      clears={m.audit_person()}
      search={search}
      query={query}
      found={(query.data ?? []).map(choiceOf)}
      value={selected}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

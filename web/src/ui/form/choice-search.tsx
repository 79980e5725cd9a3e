import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { m } from '#texts'

/** A record that can be selected. */
export type Choice = {
  id: string
  name: string
  /** Stands below the name in the list: two records may share a name. */
  detail: string
  /** What the field shows once it is selected. */
  label: string
}

/** Where the list is drawn: inside the form or dialog of its field, or over whatever frame would cut it off. */
export const listInForm = { shadow: 'md', keepMounted: false, withinPortal: false } as const
export const listOverPage = { shadow: 'md', keepMounted: false, portalProps: { target: '#content' } } as const

/** What a person types to find a choice; the text of a selected one searches for nothing. */
export function useChoiceSearch(selected: Choice | null = null) {
  const [typed, setTyped] = useState(selected?.label ?? '')
  const [isWanted, setWanted] = useState(false)
  const wanted = typed === selected?.label ? '' : typed.replace('·', ' ').trim()
  const [search] = useDebouncedValue(wanted, 200)
  /** `search` is what the server is asked for, once `isWanted`. */
  return { typed, setTyped, wanted, search, isWanted, want: () => setWanted(true) }
}

/** As much of a query as a list of choices needs. */
type Query = { isFetching: boolean; isError: boolean; isPlaceholderData: boolean; refetch: () => unknown }

export type Searched = { search: ReturnType<typeof useChoiceSearch>; query: Query; found: readonly Choice[] }

/** The options of a select: what was found, and what is selected already. */
export function choiceOptions(
  { search: { wanted, search }, query, found }: Searched,
  selected: readonly Choice[],
) {
  const isOld = query.isPlaceholderData || wanted !== search
  // What was found for an earlier text is not offered for this one, unless it fits.
  const words = wanted.toLowerCase().split(/[\s>]+/)
  const fits = ({ label, detail }: Choice) =>
    words.every((word) => `${label} ${detail}`.toLowerCase().includes(word))
  const offered = new Map((isOld ? found.filter(fits) : found).map((choice) => [choice.id, choice]))
  const known = new Map([...selected.map((choice) => [choice.id, choice] as const), ...offered])
  const none = isOld || query.isFetching ? m.common_loading() : m.form_nothing_found()
  // An option of its own, since a list of options may hold nothing else.
  const empty = { value: '', label: query.isError ? m.masters_choices_failed() : none, disabled: true }
  const data = [...known.values()].map(({ id, label }) => ({ value: id, label }))
  return {
    known,
    data: offered.size > 0 ? data : [...data, empty],
    /** The field knows what is selected; the list shows it only where it was found. */
    isShown: (id: string) => id === '' || offered.has(id),
  }
}

/** For the opening of the list: choices that could not be loaded are asked for again. */
export const wantChoices = ({ search, query }: Pick<Searched, 'search' | 'query'>) => {
  search.want()
  if (query.isError) void query.refetch()
}

export function ChoiceOption({ choice, text }: { choice: Choice | undefined; text: string }) {
  if (choice === undefined) return text
  return (
    <div>
      <Text size="sm">{choice.name}</Text>
      {choice.detail !== '' && (
        <Text size="xs" c="dimmed">
          {choice.detail}
        </Text>
      )}
    </div>
  )
}

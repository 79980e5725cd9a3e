import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type QueryKey, skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#texts'

export type Choice = {
  id: string
  name: string
  /** Shown below the name in the list: two records may share a name. */
  path: string
  /** The text of the field once the record is selected; defaults to name and path. */
  label?: string
}

export const labelOf = ({ name, path, label }: Choice) => label ?? [name, path].filter(Boolean).join(' · ')

/** The part of a query result that a list of choices needs. */
type Found<Row> = {
  data: readonly Row[] | undefined
  isFetching: boolean
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

export type Records<Row, Scope> = {
  choiceOf: (row: Row) => Choice
  unknown: (() => string) | undefined
  useFound: (search: string, scope: Scope, enabled: boolean) => Found<Row>
  useOne: (id: string) => { data: Row | null | undefined; isError: boolean }
}

/** Records that cannot be fetched by id are selected as rows. */
const noRequest = { queryKey: ['records', 'none'], queryFn: skipToken, meta: { live: [] } }

/** Declares the records that a field can select. */
export function records<Row, Scope, Page, PageKey extends QueryKey, One, OneKey extends QueryKey>(declared: {
  /** The rows that match the text, within the scope of the field. */
  find: (search: string, scope: Scope) => UseQueryOptions<Page, Error, Row[], PageKey>
  /** The row with this id; null or an error if there is none. */
  byId?: (id: string) => UseQueryOptions<One, Error, Row | null, OneKey>
  choiceOf: (row: Row) => Choice
  /** The text for an id without a record. */
  unknown?: () => string
}): Records<Row, Scope> {
  const { find, byId, choiceOf, unknown } = declared
  return {
    choiceOf,
    unknown,
    useFound: (search, scope, enabled) => useQuery({ ...find(search, scope), enabled }),
    useOne: (id) => useQuery((byId?.(id) ?? noRequest) as UseQueryOptions<One, Error, Row | null, OneKey>),
  }
}

/**
 * Where the list is rendered: within the form or dialog of its field, or in a portal if a container would
 * clip it.
 */
export const listInForm = { shadow: 'md', keepMounted: false, withinPortal: false } as const
export const listOverPage = { shadow: 'md', keepMounted: false, portalProps: { target: '#content' } } as const

type Search<Row, Scope> = {
  scope: Scope
  /** Choices that may already be selected, so they need not be in the search results. */
  selected: readonly Choice[]
  /** The label of the selected choice is no search text. */
  label?: string | undefined
  disabled?: boolean | undefined
  /** A record that cannot be selected. */
  exclude?: string | undefined
  of: Records<Row, Scope>
}

/** The rows for the text in a field, and the props for its select. */
export function useRecords<Row, Scope>({
  of,
  scope,
  selected,
  label,
  disabled,
  exclude,
}: Search<Row, Scope>) {
  const [typed, setTyped] = useState(label ?? '')
  const [isWanted, setWanted] = useState(false)
  const wanted = typed === label ? '' : typed.replace('·', ' ').trim()
  const [search] = useDebouncedValue(wanted, 200)
  const query = of.useFound(search, scope, isWanted && !disabled)
  const rows = new Map((query.data ?? []).map((row) => [of.choiceOf(row).id, row]))
  if (exclude !== undefined) rows.delete(exclude)
  const isOld = query.isPlaceholderData || wanted !== search
  const choices = [...rows.values()].map(of.choiceOf)
  // While results are stale, offer only those that match the current text.
  const offered = isOld ? choices.filter(holding(wanted)) : choices
  const known = new Map([...selected, ...offered].map((choice) => [choice.id, choice]))
  return {
    rows,
    known,
    /** Call it when the list opens: retries choices that could not be loaded. */
    want: () => {
      setWanted(true)
      if (query.isError) void query.refetch()
    },
    select: {
      searchable: true as const,
      data: [
        ...[...known.values()].map((choice) => ({ value: choice.id, label: labelOf(choice) })),
        ...(offered.length > 0 ? [] : [emptyOption(query, isOld)]),
      ],
      filter: shownOnly(new Set(['', ...offered.map(({ id }) => id)])),
      renderOption: ({ option }: { option: Option }) => <ChoiceOption {...option} known={known} />,
      searchValue: typed,
      onSearchChange: setTyped,
    },
  }
}

type Option = { value: string; label: string }

function holding(text: string) {
  const words = text.toLowerCase().split(/[\s>]+/)
  return (choice: Choice) => {
    const held = `${labelOf(choice)} ${choice.path}`.toLowerCase()
    return words.every((word) => held.includes(word))
  }
}

/** The field needs the selected records as options; the list shows them only if they were found. */
const shownOnly =
  (ids: ReadonlySet<string>) =>
  <O extends object>({ options }: { options: O[] }) =>
    options.filter((option) => 'value' in option && ids.has(String(option.value)))

/** A disabled option, because a listbox may contain only options. */
function emptyOption({ isFetching, isError }: Found<unknown>, isOld: boolean) {
  const none = isOld || isFetching ? m.common_loading() : m.form_nothing_found()
  return { value: '', label: isError ? m.masters_choices_failed() : none, disabled: true }
}

function ChoiceOption({ value, label, known }: Option & { known: ReadonlyMap<string, Choice> }) {
  const choice = known.get(value)
  if (choice === undefined) return label
  return (
    <div>
      <Text size="sm">{choice.name}</Text>
      {choice.path !== '' && (
        <Text size="xs" c="dimmed">
          {choice.path}
        </Text>
      )}
    </div>
  )
}

/** Creates a component that shows a record by its id. */
export const recordName = <Row, Scope>(of: Records<Row, Scope>, textOf: (row: Row) => string) =>
  function RecordName({ value }: { value: string }) {
    const { data, isError } = of.useOne(value)
    if (isError || data === null) return of.unknown?.() ?? m.common_not_given()
    return data === undefined ? m.common_loading() : textOf(data)
  }

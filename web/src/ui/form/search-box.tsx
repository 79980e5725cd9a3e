import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { areLetterKeysOn } from '#kernel/device/letter-keys.ts'
import { small } from '#kernel/device/theme.ts'
import { m } from '#texts'
import type { SetListFilter } from '#ui/table/column.ts'
import classes from './search-box.module.css'

type Props = { value: string; placeholder: string; onSearch: SetListFilter }

/** Searches while the person types; `/` moves the focus here, Esc clears it. */
export function SearchBox({ value, placeholder, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const send = useDebouncedCallback((search: string) => onSearch({ search }, 'replace'), 300)
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  useHotkeys([['/', () => areLetterKeysOn() && input.current?.focus()]])
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value)
  }, [value])

  const type = (next: string) => {
    setText(next)
    send(next.trim())
  }
  return (
    <TextInput
      ref={input}
      className={classes.search ?? ''}
      type="search"
      aria-label={m.table_search()}
      aria-keyshortcuts="/"
      // On phones the toolbar has space for one word only.
      placeholder={isSmall ? m.table_search() : placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && text !== '' && type('')}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" aria-hidden="true" visibleFrom="md">
            /
          </Kbd>
        ) : (
          <CloseButton
            size="sm"
            aria-label={m.common_clear_named({ name: m.table_search() })}
            onClick={() => type('')}
          />
        )
      }
    />
  )
}

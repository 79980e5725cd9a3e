import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { elsewhere, home, type MenuItem, mayOpen, menu } from '#app/menu.ts'
import { screenLink, useCity } from '#kernel/location.ts'
import { useSession } from '#kernel/session.ts'
import { m } from '#texts'
import classes from './palette.module.css'

type Found = MenuItem & { group: string }

/** Finds any screen by its name, with the keyboard alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      centered={false}
      yOffset="12dvh"
      padding={0}
      size="lg"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={m.app_search_screens()}>
        <Finder onClose={onClose} />
        <p className={classes.help}>{m.palette_help()}</p>
      </Modal.Content>
    </Modal.Root>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const found = useScreens(text)
  const open = useOpen(onClose)
  const { at, setAt, onKeyDown } = useArrowKeys(found.length, (index) => open(found[index]))
  const option = (index: number) => `${id}-${index}`
  const type = (next: string) => {
    setText(next)
    setAt(0)
  }
  return (
    <>
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        className={classes.input ?? ''}
        placeholder={m.palette_placeholder()}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-label={m.app_search_screens()}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? option(at) : ''}
      />
      <div id={id} role="listbox" aria-label={m.palette_results()} className={classes.list}>
        {found.map((screen, index) => (
          <Option
            key={screen.to}
            id={option(index)}
            screen={screen}
            chosen={index === at}
            onChoose={() => open(screen)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.nothing} role="status">
          {m.palette_nothing()}
        </p>
      )}
    </>
  )
}

function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  const city = useCity()
  return (screen: Found | undefined) => {
    if (screen === undefined) return
    onClose()
    void navigate(screenLink(screen.to, city) as never)
  }
}

/** Which of the options is chosen; the arrows go round, Enter takes it. */
function useArrowKeys(count: number, take: (index: number) => void) {
  const [at, setAt] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) setAt((at + step + count) % count)
    else if (event.key === 'Enter') take(at)
    else return
    event.preventDefault()
  }
  return { at, setAt, onKeyDown }
}

type OptionProps = { id: string; screen: Found; chosen: boolean; onChoose: () => void }

function Option({ id, screen, chosen, onChoose }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above owns the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox above keeps the focus
    <div ref={ref} id={id} role="option" aria-selected={chosen} className={classes.option} onClick={onChoose}>
      <span>{screen.label()}</span>
      <small>{screen.group}</small>
    </div>
  )
}

function useScreens(text: string): Found[] {
  const permissions = useSession()?.user.permissions ?? []
  const groups = [...menu, ...elsewhere].filter((group) => mayOpen(group, permissions))
  const all: Found[] = [
    { ...home, group: m.app_sidebar_title() },
    ...groups.flatMap((group) => group.items.map((item) => ({ ...item, group: group.label() }))),
  ]
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const seen = new Set<string>()
  return all.filter(({ label, group, to }) => {
    const name = `${label()} ${group}`.toLowerCase()
    if (seen.has(to) || !words.every((word) => name.includes(word))) return false
    return seen.add(to)
  })
}

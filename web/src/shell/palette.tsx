import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useIsTouch } from '#kernel/device/touch.ts'
import { m } from '#texts'
import { CameraButton } from '#ui/camera/camera-button.tsx'
import { useEscape } from '#ui/dialog/escape.ts'
import { useReturnFocus } from '#ui/dialog/return-focus.ts'
import { HiddenPlaces } from '#ui/page/hidden-places.tsx'
import classes from './palette.module.css'
import { type FindingGroup, type Found, useFindings, usePermittedFinders } from './use-findings.ts'

type PaletteProps = { onClose: () => void; onKeys: () => void }

/** Finds screens, assets and people by name, with the keyboard alone. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  useReturnFocus()
  useEscape(onClose)
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      centered={false}
      yOffset="12dvh"
      padding={0}
      size="lg"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={m.app_search()}>
        <Finder onClose={onClose} onKeys={onKeys} />
        <Help />
      </Modal.Content>
    </Modal.Root>
  )
}

function Help() {
  return useIsTouch() ? null : <p className={classes.help}>{m.palette_help()}</p>
}

function Finder({ onClose, onKeys }: PaletteProps) {
  const id = useId()
  const [text, setText] = useState('')
  const { groups, current, searching, failed } = useFindings(text, onKeys)
  const findings = groups.flatMap((group) => group.findings)
  const open = useOpen(onClose)
  const { at, setAt, onKeyDown } = useArrowKeys(
    findings,
    searching ? current : Number.POSITIVE_INFINITY,
    open,
  )
  // Everybody finds places; assets and people require permissions.
  const findsMore = usePermittedFinders().some(({ permission }) => permission !== 'signed-in')
  const option = (finding: Found) => `${id}-${finding.id}`
  const chosen = findings[at]
  const type = (next: string) => {
    setText(next)
    setAt(0)
  }
  return (
    <>
      <TextInput
        data-autofocus
        data-search
        size="lg"
        variant="unstyled"
        className={classes.input ?? ''}
        placeholder={findsMore ? m.palette_placeholder_all() : m.palette_placeholder()}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        rightSection={findsMore && <CameraButton label={m.camera_scan_code()} onCode={type} />}
        rightSectionPointerEvents="all"
        rightSectionWidth={48}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-label={findsMore ? m.palette_search() : m.app_search_screens()}
        aria-expanded={findings.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? '' : option(chosen)}
      />
      <div id={id} role="listbox" aria-label={m.palette_found()} className={classes.list}>
        {groups.map((group) => (
          <Group key={group.id} group={group} chosen={chosen} option={option} onOpen={open} />
        ))}
      </div>
      <State searching={searching} failed={failed} empty={findings.length === 0} findsMore={findsMore} />
      {text !== '' && <HiddenPlaces />}
    </>
  )
}

type StateProps = { searching: boolean; failed: boolean; empty: boolean; findsMore: boolean }

function State({ searching, failed, empty, findsMore }: StateProps) {
  const nothing = findsMore ? m.palette_nothing_at_all() : m.palette_nothing()
  const text = failed ? m.palette_failed() : searching ? m.palette_searching() : nothing
  return (
    <p className={classes.nothing} role="status">
      {(failed || empty) && text}
    </p>
  )
}

function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  return (finding: Found) => {
    onClose()
    // The palette returns the focus first, so that a dialog can return it to the same element.
    if ('act' in finding) setTimeout(finding.act)
    else void navigate(finding.link)
  }
}

/**
 * The selected result: the arrow keys wrap around, Enter opens it. Only the first `current` results belong to
 * the current text; Enter on a later one waits for the search.
 */
function useArrowKeys(findings: Found[], current: number, take: (finding: Found) => void) {
  const [wish, setAt] = useState(0)
  const [waiting, setWaiting] = useState(false)
  const count = findings.length
  const at = Math.max(0, Math.min(wish, count - 1))
  const chosen = findings[at]
  const settled = at < current
  useEffect(() => {
    if (!waiting || !settled) return
    setWaiting(false)
    if (chosen !== undefined) take(chosen)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    setWaiting(event.key === 'Enter')
    if (step !== undefined && count > 0) setAt((at + step + count) % count)
    else if (event.key !== 'Enter') return
    event.preventDefault()
  }
  return { at, setAt, onKeyDown }
}

type GroupProps = {
  group: FindingGroup
  chosen: Found | undefined
  option: (finding: Found) => string
  onOpen: (finding: Found) => void
}

function Group({ group, chosen, option, onOpen }: GroupProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group the options of a listbox
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={classes.group}>
        {group.label}
      </div>
      {group.findings.map((finding) => (
        <Option
          key={finding.id}
          id={option(finding)}
          finding={finding}
          chosen={finding === chosen}
          onChoose={() => onOpen(finding)}
        />
      ))}
    </div>
  )
}

type OptionProps = { id: string; finding: Found; chosen: boolean; onChoose: () => void }

function Option({ id, finding, chosen, onChoose }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above owns the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox above keeps the focus
    <div ref={ref} id={id} role="option" aria-selected={chosen} className={classes.option} onClick={onChoose}>
      <span>{finding.text}</span>
      <small>{finding.detail}</small>
    </div>
  )
}

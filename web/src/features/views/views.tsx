import type { ExportList } from '@ats/contract/exports.ts'
import type { SavedView } from '@ats/contract/views.ts'
import { Button, Popover, Stack, Text } from '@mantine/core'
import { IconBookmark, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { screenOf, viewLink } from './view-address.ts'
import { type Shown, savedViews } from './view-queries.ts'
import classes from './views.module.css'

const SaveDialog = lazyPart(async () => (await import('./view-dialog.tsx')).SaveDialog)

/**
 * The views of a list, next to its filters, and a button to save the current one; nothing for a list without
 * an address.
 */
export function ViewsMenu(shown: Shown) {
  return screenOf(shown.list) === undefined ? null : <Menu {...shown} />
}

function Menu(shown: Shown) {
  const [opened, setOpened] = useState(false)
  const saving = useSaving(shown)
  return (
    <>
      <Popover
        position="bottom-end"
        shadow="md"
        width={280}
        trapFocus
        withRoles
        returnFocus
        opened={opened}
        onChange={setOpened}
      >
        <Popover.Target>
          <Button
            className={classes.button ?? ''}
            variant="default"
            size="sm"
            leftSection={<IconBookmark size={16} aria-hidden="true" />}
            title={m.views_title()}
            onClick={() => setOpened(!opened)}
          >
            {m.views_button()}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={m.views_button()}>
          <ViewsChoice list={shown.list} onClose={() => setOpened(false)} onSave={saving.begin} />
        </Popover.Dropdown>
      </Popover>
      {saving.dialog}
    </>
  )
}

/** The dialog is rendered next to the menu, not in it, because the menu is closed by then. */
export function useSaving(shown: Shown) {
  const [isSaving, setSaving] = useState(false)
  const dialog = isSaving && <SaveDialog shown={shown} onClose={() => setSaving(false)} />
  return { begin: () => setSaving(true), dialog }
}

type ChoiceProps = { list: ExportList; onClose: () => void; onSave: () => void }

/** The menu entries for a list's views; nothing for a list without an address. */
export function ViewsChoice({ list, onClose, onSave }: ChoiceProps) {
  if (screenOf(list) === undefined) return null
  const save = () => {
    onClose()
    onSave()
  }
  return (
    <Stack gap="sm">
      <Views list={list} onChoose={onClose} />
      <Button
        size="sm"
        variant="light"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={save}
      >
        {m.views_save()}
      </Button>
      <AllViews />
    </Stack>
  )
}

function Views({ list, onChoose }: { list: ExportList; onChoose: () => void }) {
  const { data, error, refetch } = useQuery(savedViews(list))
  if (data === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <LoadFailed text={messageOf(error, m.views_failed())} onRetry={() => void refetch()} />
    )
  if (data.views.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {m.views_none_here()}
      </Text>
    )
  return (
    <ul className={classes.links}>
      {data.views.map((view) => (
        <li key={view.id}>
          <ViewLink view={view} onClick={onChoose}>
            {view.name}
          </ViewLink>
          {!view.mine && <span>{m.views_by({ name: view.by })}</span>}
        </li>
      ))}
    </ul>
  )
}

type LinkProps = { view: SavedView; onClick?: () => void; children: ReactNode }

export function ViewLink({ view, children, ...props }: LinkProps) {
  const link = viewLink(view)
  if (link === undefined) return children
  return (
    <AnchorLink {...(link as { to: '/' })} {...props} fw={600}>
      {children}
    </AnchorLink>
  )
}

function AllViews() {
  return (
    <AnchorLink to="/dashboard/$location/views" params={{ location: useCity() }} size="sm" ta="center">
      {m.views_all()}
    </AnchorLink>
  )
}

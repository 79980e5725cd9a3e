import { type ExportFormat, type ExportList, exportColumns } from '@ats/contract/exports.ts'
import { keyOfFieldName } from '@ats/contract/own-fields/field-filters.ts'
import { Button, Popover, Radio, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSaving, ViewsChoice, ViewsMenu } from '#features/views/views.tsx'
import { useCity } from '#kernel/address/location.ts'
import { small } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { AnchorLink } from '#ui/text/link.tsx'
import { useStartExport } from './start-export.ts'

export type ExportMenuProps = {
  list: ExportList
  /** The current filter of the list; all matching rows are exported, not only the current page. */
  filter: object
  /** The export columns that correspond to the visible columns, in their order. */
  shown: string[]
}

/** The columns that a file can have: those of the list, and fields of the organisation. */
const exportedOf = (list: ExportList, shown: readonly string[]) =>
  shown.filter((id) => exportColumns[list].includes(id) || keyOfFieldName(id) !== undefined)

/**
 * Actions for the whole list: save it as a view, or export it. A phone has space for one button, which offers
 * both.
 */
export function ExportMenu(props: ExportMenuProps) {
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  const { list, filter } = props
  const columns = exportedOf(list, props.shown)
  const shown = { list, filter: asTexts(filter), columns }
  const saving = useSaving(shown)
  if (!isSmall)
    return (
      <>
        {columns.length > 0 && <ViewsMenu {...shown} />}
        <FileMenu {...props} />
      </>
    )
  return (
    <>
      <FileMenu
        {...props}
        more={(close) => <ViewsChoice list={list} onClose={close} onSave={saving.begin} />}
      />
      {saving.dialog}
    </>
  )
}

type FileProps = ExportMenuProps & { more?: (close: () => void) => ReactNode }

/** The button, and the options of the export. */
function FileMenu({ list, filter, shown, more }: FileProps) {
  const [opened, setOpened] = useState(false)
  const [which, setWhich] = useState<'shown' | 'all'>('shown')
  const { start, busy } = useStartExport()
  const choose = (format: ExportFormat) => {
    setOpened(false)
    const columns = which === 'shown' ? exportedOf(list, shown) : undefined
    void start({ list, format, filter: asTexts(filter), ...(columns && { columns }) })
  }
  return (
    <Popover
      position="bottom-end"
      shadow="md"
      trapFocus
      withRoles
      returnFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          aria-disabled={busy}
          onClick={() => busy || setOpened(!opened)}
        >
          {busy ? m.exports_starting() : m.common_export()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.common_export()}>
        <Stack gap="sm">
          <Radio.Group
            label={m.table_columns()}
            value={which}
            onChange={(value) => setWhich(value === 'all' ? 'all' : 'shown')}
          >
            <Stack gap={6} mt={6}>
              <Radio value="shown" label={m.exports_columns_shown()} />
              <Radio value="all" label={m.exports_columns_all()} />
            </Stack>
          </Radio.Group>
          <Button size="sm" onClick={() => choose('csv')}>
            {m.exports_csv()}
          </Button>
          <Button size="sm" variant="default" onClick={() => choose('xlsx')}>
            {m.exports_excel()}
          </Button>
          <RecentExports />
          {more?.(() => setOpened(false))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function RecentExports() {
  return (
    <AnchorLink to="/dashboard/$location/exports" params={{ location: useCity() }} size="sm" ta="center">
      {m.exports_recent()}
    </AnchorLink>
  )
}

/** A filter as in the address of its list, without paging. */
function asTexts({ cursor: _, size: __, ...filter }: { cursor?: unknown; size?: unknown }) {
  const given = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

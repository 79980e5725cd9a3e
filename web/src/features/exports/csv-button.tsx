import type { ExportList } from '@ats/contract/exports.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { m } from '#texts'
import { useStartExport } from './start-export.ts'

type Props = { list: ExportList; filter: Record<string, string>; label: string }

/** Downloads a whole list with all of its columns, on a screen that does not show the list. */
export function CsvButton({ list, filter, label }: Props) {
  const { start, busy } = useStartExport()
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      aria-label={label}
      loading={busy}
      onClick={() => void start({ list, format: 'csv', filter })}
    >
      {m.common_export()}
    </Button>
  )
}

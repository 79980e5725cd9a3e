import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { reload, usePartFailure } from '#ui/lazy/part-failure.ts'
import { toast } from '#ui/toast/toast.ts'
import type { ExportMenuProps } from './export-menu.tsx'
import classes from './exports.module.css'

/** The list renders before the menu is loaded, so the menu's space is reserved. */
export const ExportButton = lazyPart<ExportMenuProps>(
  async () => (await import('./export-menu.tsx')).ExportMenu,
  {
    waiting: () => (
      <>
        <span className={classes.views} />
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          aria-disabled
        >
          {m.common_export()}
        </Button>
      </>
    ),
    failed: (failed) => <NotLoaded {...failed} />,
  },
)

/** For screens that show no list. */
export const CsvButton = lazyPart(async () => (await import('./csv-button.tsx')).CsvButton)

/** The button stays; a click retries. */
function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { text, detail, helps } = usePartFailure(error)
  const [way, act] = helps === 'reload' ? [m.error_reload(), reload] : [m.common_try_again(), onRetry]
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      title={[text, detail].filter(Boolean).join(' ')}
      aria-label={`${m.common_export()}: ${text} ${way}`}
      onClick={act}
    >
      {m.common_export()}
    </Button>
  )
}

/** Downloads a finished export, and reports whether that worked. */
export async function saveExport(id: string) {
  try {
    await (await import('./resume-exports.tsx')).save(id)
  } catch {
    toast.failure(m.exports_failed(), m.part_failed())
  }
}

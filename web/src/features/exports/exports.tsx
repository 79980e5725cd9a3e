import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { m } from '#texts'
import type { ExportMenuProps } from './export-menu.tsx'

const ExportMenu = lazy(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }))

/** The list is there before the menu is: until then its place is kept. */
export function ExportButton(props: ExportMenuProps) {
  return (
    <Suspense
      fallback={
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          aria-disabled
        >
          {m.common_export()}
        </Button>
      }
    >
      <ExportMenu {...props} />
    </Suspense>
  )
}

/** Gives the browser the file of an export that is ready, and says whether that worked. */
export const saveExport = async (id: string) => (await import('./following.tsx')).save(id)

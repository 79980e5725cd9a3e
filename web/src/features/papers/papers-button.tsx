import type { PaperRecord } from '@ats/contract/papers.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { PapersSection } from './papers-section.tsx'

/** For rows of a list, where there is no room for a section. */
export function PapersButton({ name, ...record }: PaperRecord & { name: string }) {
  const [isOpen, setOpen] = useState(false)
  const title = m.papers_for({ name })
  return (
    <>
      <Button size="compact-sm" variant="subtle" aria-label={title} onClick={() => setOpen(true)}>
        {m.papers_title()}
      </Button>
      {isOpen && (
        <Dialog opened title={title} onClose={() => setOpen(false)}>
          <PapersSection {...record} />
        </Dialog>
      )}
    </>
  )
}

import type { LabelDesign, NewPrintJob } from '@ats/contract/print-jobs.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMayOpen } from '#kernel/address/screen.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'

const PrintDialog = lazyPart(async () => (await import('./print-dialog.tsx')).PrintDialog)

type Props = {
  source: { [Part in 'filter' | 'placeIds']?: NewPrintJob[Part] | undefined }
  designs: readonly LabelDesign[]
  /** The first record, for the preview; undefined while there is none. */
  exampleId: string | undefined
  owner: string
}

/** Opens the dialog that prints these labels on a label printer; nothing for people who may not. */
export function PrintOnPrinter({ exampleId, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  const mayOpen = useMayOpen()
  if (exampleId === undefined || !mayOpen('/dashboard/$location/manage-asset/print-jobs')) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {m.printing_title()}
      </Button>
      {isOpen && <PrintDialog {...props} exampleId={exampleId} onClose={() => setOpen(false)} />}
    </>
  )
}

import type { Printer } from '@ats/contract/printers.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { JobItem, JobList } from '#ui/jobs/job-list.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { FirstStep } from '#ui/page/first-step.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { PrinterActions } from './printer-actions.tsx'
import { printerList } from './printing-queries.ts'

const PrinterDialog = lazyPart(async () => (await import('./printer-dialog.tsx')).PrinterDialog)

/** The label printers that the person may use. */
export function LabelPrinters() {
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery(printerList)
  const isFirst = data?.length === 0
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {m.printing_add()}
    </Button>
  )
  return (
    <Page crumbs={[m.crumb_masters(), m.printing_printers()]} actions={data !== undefined && !isFirst && add}>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <LoadFailed
          text={m.printing_printers_failed()}
          detail={messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
      {isFirst && (
        <FirstStep
          Icon={IconPrinter}
          title={m.printing_first_title()}
          text={m.printing_first_text()}
          action={add}
        />
      )}
      {data !== undefined && !isFirst && (
        <JobList label={m.printing_printers()}>
          {data.map((printer) => (
            <Item key={printer.id} printer={printer} />
          ))}
        </JobList>
      )}
      {isAdding && <PrinterDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

const states = {
  active: { text: m.printing_active, color: 'teal' },
  retired: { text: m.printing_retired, color: 'gray' },
}

function Item({ printer }: { printer: Printer }) {
  const { name, host, port, dpi, place, retired } = printer
  return (
    <JobItem
      name={name}
      facts={
        <>
          <span translate="no">{`${host}:${port} · ${dpi} dpi`}</span>
          <span>{place?.path ?? m.printing_everybody()}</span>
        </>
      }
      status={retired ? states.retired : states.active}
      action={<PrinterActions printer={printer} />}
    />
  )
}

import type { Printer } from '@ats/contract/printers.ts'
import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { RowActions } from '#ui/table/row-actions.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useBringBackPrinter, useRetirePrinter, useTestPrinter } from './printing-queries.ts'
import { troubleTexts } from './printing-texts.ts'

const PrinterDialog = lazyPart(async () => (await import('./printer-dialog.tsx')).PrinterDialog)

/** A printer is tested, edited, retired and brought back. */
export function PrinterActions({ printer }: { printer: Printer }) {
  const [isEditing, setEditing] = useState(false)
  const { name, retired } = printer
  const { test, retire, bringBack } = useSteps(printer)
  const edit = {
    ...{ text: m.common_edit(), named: m.printing_edit_named({ name }), icon: IconPencil },
    run: () => setEditing(true),
  }
  const end = {
    ...{ text: m.printing_retire(), named: m.printing_retire_named({ name }), icon: IconArchive },
    run: () => void retire(),
  }
  const back = {
    ...{ text: m.printing_bring_back(), named: m.printing_bring_back_named({ name }), icon: IconArchiveOff },
    run: () => void bringBack(),
  }
  return (
    <RowActions name={name} more={retired ? [back] : [edit, end]}>
      {!retired && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={m.printing_test_named({ name })}
          onClick={() => void test()}
        >
          {m.printing_test()}
        </Button>
      )}
      {isEditing && <PrinterDialog printer={printer} onClose={() => setEditing(false)} />}
    </RowActions>
  )
}

async function orSay(step: () => Promise<void>) {
  try {
    await step()
  } catch (error) {
    toast.failure(m.printing_save_failed(), messageOf(error, m.error_unexpected()))
  }
}

function useSteps({ id, name, version }: Printer) {
  const [sendTest, sendEnd, sendBack] = [useTestPrinter(), useRetirePrinter(), useBringBackPrinter()]
  return {
    test: () =>
      orSay(async () => {
        const { trouble } = await sendTest(id)
        if (trouble === null) toast.success(m.printing_test_ready({ name }))
        else toast.failure(m.printing_test_failed({ name }), troubleTexts[trouble]())
      }),
    retire: () =>
      orSay(async () => {
        const title = m.printing_retire_named({ name })
        if (await confirm({ title, question: m.printing_retire_question(), action: m.printing_retire() }))
          await sendEnd({ id, version })
      }),
    bringBack: () => orSay(async () => void (await sendBack({ id, version }))),
  }
}

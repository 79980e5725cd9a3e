import type { TagSeries } from '@ats/contract/tag-series.ts'
import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconBan, IconList, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { RowActions } from '#ui/table/row-actions.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useBringBackSeries, useRetireSeries } from './series-queries.ts'

const ReserveDialog = lazyPart(async () => (await import('./reserve-dialog.tsx')).ReserveDialog)
const EditSeriesDialog = lazyPart(async () => (await import('./edit-series-dialog.tsx')).EditSeriesDialog)
const VoidDialog = lazyPart(async () => (await import('./void-dialog.tsx')).VoidDialog)
const NumbersDialog = lazyPart(async () => (await import('./numbers-dialog.tsx')).NumbersDialog)

const dialogs = {
  reserve: ReserveDialog,
  edit: EditSeriesDialog,
  void: VoidDialog,
  numbers: NumbersDialog,
}

/** Numbers are reserved and declared void; the series itself is edited, retired and brought back. */
export function SeriesActions({ series }: { series: TagSeries }) {
  const [shown, setShown] = useState<keyof typeof dialogs | null>(null)
  const { retire, bringBack } = useRetirement(series)
  const { name, retired } = series
  const Shown = shown && dialogs[shown]
  const act = (what: keyof typeof dialogs) => () => setShown(what)
  const numbers = {
    ...{ text: m.tagseries_numbers(), named: m.tagseries_numbers_named({ name }) },
    ...{ icon: IconList, run: act('numbers') },
  }
  const spoilt = {
    ...{ text: m.tagseries_void(), named: m.tagseries_void_named({ name }), icon: IconBan, run: act('void') },
  }
  const edit = {
    ...{ text: m.common_edit(), named: m.tagseries_edit_named({ name }), icon: IconPencil, run: act('edit') },
  }
  const end = {
    ...{ text: m.tagseries_retire(), named: m.tagseries_retire_named({ name }) },
    ...{ icon: IconArchive, run: () => void retire() },
  }
  const back = {
    ...{ text: m.tagseries_bring_back(), named: m.tagseries_bring_back_named({ name }) },
    ...{ icon: IconArchiveOff, run: () => void bringBack() },
  }
  return (
    <RowActions name={name} more={retired ? [numbers, spoilt, back] : [numbers, spoilt, edit, end]}>
      {!retired && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={m.tagseries_reserve_named({ name })}
          onClick={act('reserve')}
        >
          {m.tagseries_reserve()}
        </Button>
      )}
      {Shown && <Shown series={series} onClose={() => setShown(null)} />}
    </RowActions>
  )
}

function useRetirement({ id, name, version }: TagSeries) {
  const [send, undo] = [useRetireSeries(), useBringBackSeries()]
  const orSay = async (step: () => Promise<void>) => {
    try {
      await step()
    } catch (error) {
      toast.failure(m.tagseries_save_failed(), messageOf(error, m.error_unexpected()))
    }
  }
  const bringBack = () =>
    orSay(async () => {
      await undo({ id })
      toast.success(m.tagseries_brought_back({ name }))
    })
  const retire = () =>
    orSay(async () => {
      const title = m.tagseries_retire_named({ name })
      if (!(await confirm({ title, question: m.tagseries_retire_question(), action: m.tagseries_retire() })))
        return
      await send({ id, version })
      toast.success(m.tagseries_retired_named({ name }), {
        text: m.tagseries_bring_back(),
        run: () => void bringBack(),
      })
    })
  return { retire, bringBack }
}

import { mostReserved, type TagSeries, tagReservation } from '@ats/contract/tag-series.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useReserve } from './series-queries.ts'

const { shape } = tagReservation
const schema = () =>
  z.object({
    count: z.string().refine((typed) => shape.count.safeParse(Number(typed)).success, {
      error: () => m.tagseries_count_wrong({ most: formatNumber(mostReserved) }),
    }),
  })

/** The numbers are then in the list of the series, to be downloaded for a printer. */
export function ReserveDialog({ series, onClose }: { series: TagSeries; onClose: () => void }) {
  const reserve = useReserve(series.id)
  const form = useContractForm({
    ...{ schema: schema(), initial: { count: '100' }, failure: m.tagseries_save_failed() },
    send: ({ count }) => reserve(Number(count)),
    done: ({ firstSerial, lastSerial }) => {
      onClose()
      toast.success(m.tagseries_reserved({ first: firstSerial, last: lastSerial }))
    },
  })
  return (
    <FormDialog onClose={onClose} title={m.tagseries_reserve_named({ name: series.name })}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.tagseries_reserve()} sending={m.common_saving()} />}
      >
        <Text size="sm">{m.tagseries_reserve_text()}</Text>
        <TextField
          form={form}
          name="count"
          label={m.tagseries_count()}
          inputMode="numeric"
          maxLength={6}
          required
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}

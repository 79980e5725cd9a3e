import type { LabelDesign, NewPrintJob, PrintJob } from '@ats/contract/print-jobs.ts'
import { Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { openSeries } from '#features/tag-series/tag-series.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { useLocalSetting } from '#kernel/device/local-setting.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { LabelPreview } from './label-preview.tsx'
import { printerList, useStartPrinting } from './printing-queries.ts'
import { designTexts } from './printing-texts.ts'

type Source = Pick<NewPrintJob, 'ids' | 'filter' | 'placeIds'>
type Props = {
  source: Source
  designs: readonly LabelDesign[]
  /** The record of the preview. */
  exampleId: string
  /** The text on all labels, which the device keeps. */
  owner: string
  onClose: () => void
}

type Choice = { printerId: string; design: LabelDesign; seriesId: string; again: boolean; dpi: string }

/** What is chosen, in a form that is not checked before the server does. */
function useChoice(designs: readonly LabelDesign[]) {
  const [kept, keep] = useLocalSetting('labels:printer', { printerId: '', seriesId: '' })
  const [more, setMore] = useState({ design: designs[0] ?? 'asset-small', again: false, dpi: '203' })
  const { data: printers = [] } = useQuery(printerList)
  const { data: series = [] } = useQuery(openSeries)
  const open = printers.filter(({ retired }) => !retired)
  const printer = open.find(({ id }) => id === kept.printerId)
  const choice: Choice = {
    ...more,
    printerId: printer?.id ?? '',
    seriesId: series.some(({ id }) => id === kept.seriesId) ? kept.seriesId : '',
  }
  const change = ({ printerId = kept.printerId, seriesId = kept.seriesId, ...rest }: Partial<Choice>) => {
    keep({ printerId, seriesId })
    setMore({ ...more, ...rest })
  }
  const dpi = (printer?.dpi ?? Number(more.dpi)) as PrintJob['dpi']
  return { choice, change, dpi, printers: open, series }
}

/** Prints labels on a label printer, or prepares them as a file. */
export function PrintDialog({ source, designs, exampleId, owner, onClose }: Props) {
  const state = useChoice(designs)
  const { choice, dpi } = state
  const { send, isSending } = useSending(onClose)
  const print = () => {
    const { printerId, design, seriesId, again } = choice
    const target = printerId === '' ? { printerId: null, dpi } : { printerId }
    return send({ ...source, ...target, design, again, owner, seriesId: seriesId || null })
  }
  return (
    <Dialog onClose={onClose} title={m.printing_title()}>
      <Stack gap="sm">
        <Choices state={state} designs={designs} />
        <LabelPreview id={exampleId} design={choice.design} owner={owner} dpi={dpi} />
        <Text size="sm" c="dimmed">
          {m.printing_preview_hint()}
        </Text>
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {m.common_cancel()}
        </Button>
        <Button aria-disabled={isSending} onClick={() => isSending || void print()}>
          {choice.printerId === '' ? m.printing_prepare() : m.printing_print()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type State = ReturnType<typeof useChoice>

function Choices({
  state: { choice, change, printers, series },
  designs,
}: {
  state: State
  designs: readonly LabelDesign[]
}) {
  return (
    <>
      <NativeSelect
        label={m.printing_printer()}
        data={[
          ...printers.map(({ id, name }) => ({ value: id, label: name })),
          { value: '', label: m.printing_file() },
        ]}
        value={choice.printerId}
        onChange={(event) => change({ printerId: event.currentTarget.value })}
      />
      {choice.printerId === '' && (
        <NativeSelect
          label={m.printing_dpi()}
          data={['203', '300', '600']}
          value={choice.dpi}
          onChange={(event) => change({ dpi: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={m.printing_design()}
        data={designs.map((value) => ({ value, label: designTexts[value]() }))}
        value={choice.design}
        onChange={(event) => change({ design: event.currentTarget.value as LabelDesign })}
      />
      {designs[0] !== 'room' && (
        <>
          <NativeSelect
            label={m.printing_series()}
            description={m.printing_series_hint()}
            inputWrapperOrder={['label', 'input', 'description']}
            data={[
              { value: '', label: m.printing_series_none() },
              ...series.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={choice.seriesId}
            onChange={(event) => change({ seriesId: event.currentTarget.value })}
          />
          <Checkbox
            label={m.printing_again()}
            description={m.printing_again_hint()}
            checked={choice.again}
            onChange={(event) => change({ again: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  )
}

function useSending(onClose: () => void) {
  const start = useStartPrinting()
  const [isSending, setSending] = useState(false)
  const navigate = useNavigate()
  const jobs = screenLink('/dashboard/$location/manage-asset/print-jobs', useCity())
  const send = async (body: NewPrintJob) => {
    setSending(true)
    try {
      await start(body)
      onClose()
      toast.success(m.printing_started())
      await navigate(jobs)
    } catch (error) {
      toast.failure(m.printing_step_failed(), messageOf(error, m.error_unexpected()))
    } finally {
      setSending(false)
    }
  }
  return { send, isSending }
}

import { Alert, NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PrintScreen } from '#ui/print/print-screen.tsx'
import { type Label, LabelPage } from './label-page.tsx'
import { labelSheetIds, labelSheets, labelsOn, pagesOf } from './label-sheets.ts'
import classes from './labels.module.css'

export const sheetChoice = {
  sheet: z.enum(labelSheetIds).default('21'),
  /** The first free label of the first sheet. */
  start: z.coerce.number<number>().int().min(1).max(65).default(1),
}
type SheetChoice = { sheet: keyof typeof labelSheets; start: number }

/** `isPart`: there are more labels than one screen prints. */
type Labels = { labels: Label[]; isPart: boolean }

type Props = {
  title: string
  back: ReactNode
  /** What is chosen besides the sheet. */
  choices: ReactNode
  state: SheetChoice
  change: (change: Partial<SheetChoice>) => void
  query: { data: Labels | undefined; error: Error | null; refetch: () => unknown }
  failure: string
  /** Said where there is nothing to label. */
  none: string
}

/** Sheets of labels with QR codes, as they are printed. */
export function LabelScreen({ title, back, choices, state, change, query, failure, none }: Props) {
  return (
    <PrintScreen
      title={title}
      documentTitle={title}
      buttons={back}
      query={query}
      failure={failure}
      isWholePages
      sheet={({ labels, isPart }) => (
        <>
          <div className={classes.choices}>
            {choices}
            <SheetFields state={state} change={change} />
            <Text size="sm" role="status" className={classes.wide ?? ''}>
              {labels.length === 0
                ? none
                : `${counted(labels.length, m.labels_one, m.labels_other)} · ${m.labels_scale()}`}
            </Text>
            {isPart && (
              <Alert className={classes.wide ?? ''}>
                {m.labels_part({ count: formatNumber(labels.length) })}
              </Alert>
            )}
          </div>
          <Pages state={state} labels={labels} />
        </>
      )}
    />
  )
}

function SheetFields({ state, change }: Pick<Props, 'state' | 'change'>) {
  const perPage = labelsOn(labelSheets[state.sheet])
  const first = Array.from({ length: perPage }, (_, at) => ({
    value: String(at + 1),
    label: formatNumber(at + 1),
  }))
  return (
    <>
      <NativeSelect
        label={m.labels_sheet()}
        value={state.sheet}
        data={labelSheetIds.map((value) => ({ value, label: sheetText(value) }))}
        onChange={(event) => change({ sheet: event.currentTarget.value as SheetChoice['sheet'], start: 1 })}
      />
      <NativeSelect
        label={m.labels_start()}
        value={String(Math.min(state.start, perPage))}
        data={first}
        onChange={(event) => change({ start: Number(event.currentTarget.value) })}
      />
    </>
  )
}

function sheetText(value: SheetChoice['sheet']) {
  const { width, height } = labelSheets[value]
  const size = { width: formatNumber(width), height: formatNumber(height) }
  return m.labels_sheet_size({ count: formatNumber(Number(value)), ...size })
}

function Pages({ state, labels }: { state: SheetChoice; labels: readonly Label[] }) {
  const sheet = labelSheets[state.sheet]
  const perPage = labelsOn(sheet)
  const used = labels.length === 0 ? 0 : Math.min(state.start, perPage) - 1
  return pagesOf(labels, perPage, used).map((page) => (
    <LabelPage key={page.find((one) => one !== null)?.id} sheet={sheet} labels={page} />
  ))
}

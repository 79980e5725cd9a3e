import type { BulkAnswer } from '@ats/contract/bulk-jobs.ts'
import type { Cover, CoverTarget } from '@ats/contract/covers.ts'
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { BulkJobDetails } from '#features/bulk-jobs/bulk-jobs.ts'
import { counted, formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { BulkResultView } from '#ui/bulk/bulk-result.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { errorProps, starred } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { recordSelect } from '#ui/form/record-select.tsx'
import { records } from '#ui/form/records.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import type { Chosen } from '#ui/table-parts/bulk-bar.tsx'
import { toast } from '#ui/toast/toast.ts'
import { CoverDialog } from './cover-dialog.tsx'
import { coverById, coversFound, useAddAssets } from './cover-queries.ts'
import { coverKindName } from './cover-words.ts'

type Props = {
  chosen: Chosen
  /** The filter of the list, if all of its assets may be chosen. */
  filter?: NonNullable<CoverTarget['filter']>
  onClose: () => void
}

const names = new Map<string, string>()

/** Adds the chosen assets to a cover: one that exists, or a new one. */
export function AddToCover({ chosen, filter, onClose }: Props) {
  const [result, setResult] = useState<BulkAnswer | null>(null)
  const [job, setJob] = useState<string | null>(null)
  const close = () => {
    if (result !== null || job !== null) chosen.clear()
    onClose()
  }
  const title = counted(chosen.count, m.covers_add_title_one, m.covers_add_title_other)
  return (
    <FormDialog onClose={close} size="lg" title={result === null ? title : m.assets_bulk_result_title()}>
      {job !== null ? (
        <BulkJobDetails id={job} names={names} onShow={setJob} onClose={close} />
      ) : result !== null ? (
        <BulkResultView result={result} onClose={close} />
      ) : (
        <AddForm
          {...{ chosen, onClose, title }}
          {...(filter && { filter })}
          onFailures={setResult}
          onJob={setJob}
        />
      )}
    </FormDialog>
  )
}

const CoverSelect = recordSelect(
  records({
    find: coversFound,
    byId: coverById,
    choiceOf: ({ _id, name, kind, vendor, endsOn }: Cover) => ({
      ...{ id: _id, name, label: name },
      path: [coverKindName(kind), vendor?.name, formatDate(endsOn)].filter(Boolean).join(' · '),
    }),
  }),
  () => ({ label: m.reports_cover(), placeholder: m.covers_choose(), ...starred(true) }),
)

type FormProps = Props & {
  title: string
  onFailures: (result: BulkAnswer) => void
  onJob: (id: string) => void
}

function AddForm({ chosen, filter, title, onClose, onFailures, onJob }: FormProps) {
  const add = useAddAssets()
  const [isNew, setNew] = useState(false)
  const [cover, setCover] = useState<Cover | null>(null)
  const target: CoverTarget =
    chosen.allMatching && filter ? { filter, except: chosen.except } : { ids: chosen.ids }
  const form = useContractForm({
    schema: z.object({ coverId: z.string().min(1, m.covers_choose_required()) }),
    initial: { coverId: '' },
    send: ({ coverId }) => add({ id: coverId, target }),
    done: (reply) => {
      if (reply.job !== undefined) return onJob(reply.job._id)
      if (reply.failed > 0) return onFailures(reply)
      const assets = counted(reply.done, m.covers_added_one, m.covers_added_other)
      toast.success(m.covers_add_done({ assets, name: cover?.name ?? '' }))
      chosen.clear()
      onClose()
    },
    failure: m.covers_step_failed(),
  })
  const choose = (one: Cover | null) => {
    setCover(one)
    form.fields.setFieldValue('coverId', one?._id ?? '')
  }
  return (
    <>
      <FormBody form={form} actions={<DialogActions form={form} text={title} sending={m.covers_adding()} />}>
        <CoverSelect
          data-autofocus
          value={cover}
          error={form.fields.errors.coverId}
          {...errorProps(form, 'coverId')}
          onChange={(_id, one) => choose(one)}
        />
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setNew(true)}>
          {m.covers_choose_new()}
        </Anchor>
      </FormBody>
      {isNew && <CoverDialog onClose={() => setNew(false)} onSaved={choose} />}
    </>
  )
}

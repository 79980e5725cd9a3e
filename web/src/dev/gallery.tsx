import { bulkResult } from '@ats/contract/bulk.ts'
import { pageQuery } from '@ats/contract/paging.ts'
import { Button, Group, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { tableSize, useUrlState } from '#kernel/address/url-state.ts'
import { pageLocally } from '#kernel/http/page-of.ts'
import { BulkResultDialog, ResultList } from '#ui/bulk/bulk-result.tsx'
import { confirm } from '#ui/dialog/confirm.tsx'
import { SidePanel } from '#ui/dialog/side-panel.tsx'
import { CheckboxField, SelectField } from '#ui/form/choice-fields.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { ReasonDialog } from '#ui/form/reason-dialog.tsx'
import { RecordMultiSelect } from '#ui/form/record-multi-select.tsx'
import { recordSelect } from '#ui/form/record-select.tsx'
import { records } from '#ui/form/records.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { JobItem, JobList } from '#ui/jobs/job-list.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { PrintedFacts } from '#ui/print/print-screen.tsx'
import { PrintedTable } from '#ui/print/printed-table.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { PersonAvatar } from '#ui/text/person-avatar.tsx'
import { toast } from '#ui/toast/toast.ts'

type Desk = { id: string; name: string; room: string }

const desks: Desk[] = ['Hall', 'Studio', 'Store'].flatMap((room, at) =>
  ['Desk', 'Chair', 'Lamp', 'Shelf', 'Screen'].map((name, index) => ({ id: `${at}${index}`, name, room })),
)
const columns: Column<Desk>[] = [
  { id: 'name', header: () => 'Name', cell: ({ name }) => name, card: 'title', sort: 'name' },
  { id: 'room', header: () => 'Room', cell: ({ room }) => room },
]
const failures = bulkResult.parse({
  done: 2,
  failed: 1,
  results: [
    {
      _id: '01900000-0000-7000-8000-0000000000b1',
      assetTagId: 'A0000001',
      ...{ ok: false, code: 'state-unknown', message: 'This state does not exist.' },
    },
  ],
})

const deskRecords = records({
  find: (search: string) =>
    queryOptions({
      queryKey: ['gallery', 'found', search],
      meta: { live: [] },
      queryFn: () => desks.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())),
    }),
  choiceOf: ({ id, name, room }: Desk) => ({ id, name, path: room }),
})
const DeskSelect = recordSelect(deskRecords, () => ({ label: 'A record', clears: 'the record' }))

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}

/** Every building block of the screens, for visual review and for the accessibility test. */
export function Gallery() {
  return (
    <Page title="Gallery" crumbs={['Gallery']}>
      <Block title="Form">
        <Fields />
      </Block>
      <Block title="Table">
        <Desks />
      </Block>
      <Block title="Results of bulk work">
        <ResultList results={failures.results} label="Failures" />
      </Block>
      <Block title="Paper">
        <PrintedFacts scope="Hall">1-5 of 5</PrintedFacts>
        <PrintedTable label="Desks on paper" columns={columns} rows={desks} rowId={({ id }) => id} />
      </Block>
      <Block title="States">
        <Loading />
        <LoadFailed text="The desks could not be loaded." onRetry={() => undefined} />
        <JobList>
          <JobItem
            name="Move of 5 desks"
            facts={<Moment at="2026-01-01T00:00:00Z" />}
            status={{ text: () => 'Running', color: 'indigo' }}
            action={<PersonAvatar person={{ name: 'Asha Verma', picture: null }} />}
          />
        </JobList>
      </Block>
      <Block title="Over the screen">
        <Overlays />
      </Block>
    </Page>
  )
}

const schema = z.object({
  name: z.string().min(1, 'Please enter a name.'),
  password: z.string(),
  text: z.string(),
  state: z.string(),
  isKept: z.boolean(),
  desks: z.array(z.string()),
})

function Fields() {
  const [desk, setDesk] = useState<Desk | null>(null)
  const form = useContractForm({
    schema,
    initial: { name: '', password: '', text: '', state: '', isKept: false, desks: ['00'] },
    send: async (values) => values,
    done: () => toast.success('Saved'),
    failure: 'The form could not be saved.',
  })
  return (
    <FormBody
      form={form}
      actions={<SubmitButton text="Save" sending={{ now: form.sending, text: 'Saving' }} />}
    >
      <TextField form={form} name="name" label="Name" required />
      <PasswordField form={form} name="password" label="Password" autoComplete="off" />
      <SelectField form={form} name="state" label="State" data={['Working']} />
      <DeskSelect value={desk} onChange={(_, row) => setDesk(row)} />
      <RecordMultiSelect
        form={form}
        name="desks"
        label="Several records"
        of={deskRecords}
        scope={undefined}
        given={desks.slice(0, 1).map(deskRecords.choiceOf)}
      />
      <TextAreaField form={form} name="text" label="Text" />
      <CheckboxField form={form} name="isKept" label="Keep it" />
    </FormBody>
  )
}

const filter = pageQuery.extend({ ...tableSize, sort: z.literal('name').optional() })

function Desks() {
  const list = useUrlState(filter)
  const reading = { search: ({ name }: Desk) => [name], sort: { name: ({ name }: Desk) => name } }
  const query = useQuery({
    queryKey: ['gallery', 'desks', list[0]],
    meta: { live: [] },
    queryFn: () => pageLocally(desks, list[0], reading),
  })
  return (
    <DataTable
      name="gallery"
      label="Desks"
      query={query}
      columns={columns}
      rowId={({ id }) => id}
      list={list as Parameters<typeof DataTable>[0]['list']}
      options={{ search: 'Search desks', failed: () => 'The desks could not be loaded.' }}
    />
  )
}

const question = { title: 'Delete it?', question: 'It cannot be restored.', action: 'Delete', danger: true }

function Overlays() {
  const [open, setOpen] = useState<'reason' | 'result' | 'panel' | null>(null)
  const onClose = () => setOpen(null)
  return (
    <Group>
      <Button onClick={() => setOpen('reason')}>Reason</Button>
      <Button onClick={() => setOpen('result')}>Result</Button>
      <Button onClick={() => setOpen('panel')}>Panel</Button>
      <Button onClick={() => void confirm(question)}>Question</Button>
      <Button onClick={() => toast.success('Done')}>Toast</Button>
      {open === 'result' && <BulkResultDialog result={failures} onClose={onClose} />}
      {open === 'panel' && (
        <SidePanel title="A record" titleClass="" onClose={onClose}>
          <Button onClick={() => void confirm(question)}>Question over the panel</Button>
        </SidePanel>
      )}
      {open === 'reason' && (
        <ReasonDialog
          about={{ ids: ['00'], name: 'Desk' }}
          title="Ignore 1 desk"
          submit={{ text: 'Ignore' }}
          failure="The desk could not be ignored."
          send={async () => failures}
          onDone={() => toast.success('Ignored')}
          onClose={onClose}
        />
      )}
    </Group>
  )
}

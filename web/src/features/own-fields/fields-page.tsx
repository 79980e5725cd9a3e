import type { OwnFieldDefinition, OwnFieldGroup } from '@ats/contract/own-fields/definitions.ts'
import { Button } from '@mantine/core'
import { IconForms, IconPackage, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { FirstStep } from '#ui/page/first-step.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Page } from '#ui/page/page.tsx'
import { definitionList } from './definition-queries.ts'
import { FieldSections } from './field-sections.tsx'
import classes from './own-fields.module.css'
import { RetiredFields } from './retired-fields.tsx'

const FieldDialog = lazyPart(async () => (await import('./field-dialog.tsx')).FieldDialog)
const GroupDialog = lazyPart(async () => (await import('./group-dialog.tsx')).GroupDialog)
const SetsDialog = lazyPart(async () => (await import('./sets-dialog.tsx')).SetsDialog)

/** What is open: a form for a new or an existing record, or the ready-made sets. */
type Open =
  | { is: 'field'; field?: OwnFieldDefinition }
  | { is: 'group'; group?: OwnFieldGroup }
  | { is: 'sets' }
  | null

/** The fields that the organisation adds to its assets. */
export function OwnFieldsPage() {
  const [open, setOpen] = useState<Open>(null)
  const { data, error, refetch } = useQuery(definitionList)
  const active = data?.fields.filter(({ retired }) => !retired).length ?? 0
  const isFirst = data !== undefined && data.fields.length === 0 && data.groups.length === 0
  const addField = (
    <AddField isFull={data !== undefined && active >= data.most} onClick={() => setOpen({ is: 'field' })} />
  )
  const addSet = <AddSet onClick={() => setOpen({ is: 'sets' })} />
  return (
    <Page
      crumbs={[m.crumb_masters(), m.own_fields_title()]}
      actions={
        data !== undefined &&
        !isFirst && (
          <>
            <Button variant="default" onClick={() => setOpen({ is: 'group' })}>
              {m.own_fields_group_add()}
            </Button>
            {addSet}
            {addField}
          </>
        )
      }
    >
      {data === undefined && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {isFirst && (
        <FirstStep
          Icon={IconForms}
          title={m.own_fields_first_title()}
          text={m.own_fields_first_text()}
          action={
            <div className={classes.firstActions}>
              {addField}
              {addSet}
            </div>
          }
        />
      )}
      {data !== undefined && !isFirst && (
        <>
          <p className={classes.count}>
            {m.own_fields_count({ count: String(active), most: String(data.most) })}
          </p>
          <FieldSections
            fields={data.fields}
            groups={data.groups}
            onEdit={(field) => setOpen({ is: 'field', field })}
            onEditGroup={(group) => setOpen({ is: 'group', group })}
          />
          <RetiredFields fields={data.fields.filter(({ retired }) => retired)} />
        </>
      )}
      <Opened open={open} groups={data?.groups ?? []} onClose={() => setOpen(null)} />
    </Page>
  )
}

type Add = { isFull?: boolean; onClick: () => void }

const AddField = ({ isFull = false, onClick }: Add) => (
  <Button leftSection={<IconPlus size={16} aria-hidden="true" />} disabled={isFull} onClick={onClick}>
    {m.own_fields_add()}
  </Button>
)

const AddSet = ({ onClick }: Add) => (
  <Button variant="default" leftSection={<IconPackage size={16} aria-hidden="true" />} onClick={onClick}>
    {m.own_fields_sets()}
  </Button>
)

const NotLoaded = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error === null ? (
    <Loading />
  ) : (
    <LoadFailed text={m.own_fields_failed()} detail={messageOf(error, '') || undefined} onRetry={onRetry} />
  )

type OpenedProps = { open: Open; groups: readonly OwnFieldGroup[]; onClose: () => void }

function Opened({ open, groups, onClose }: OpenedProps) {
  if (open?.is === 'field')
    return <FieldDialog {...(open.field && { field: open.field })} groups={groups} onClose={onClose} />
  if (open?.is === 'group')
    return <GroupDialog {...(open.group && { group: open.group })} onClose={onClose} />
  return open?.is === 'sets' ? <SetsDialog onClose={onClose} /> : null
}

import type { OwnFieldSet } from '@ats/contract/own-fields/definitions.ts'
import { Badge, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { setList, useAddSet } from './definition-queries.ts'
import { typeAndUnit } from './field-texts.ts'
import classes from './own-fields.module.css'
import { ownFieldLabel } from './own-value-text.tsx'

/** Ready-made sets: what each one adds, and a button that adds it. */
export function SetsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(setList)
  const [currency, setCurrency] = useState('INR')
  return (
    <Dialog onClose={onClose} title={m.own_fields_sets()} size="lg">
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <LoadFailed text={m.own_fields_failed()} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <TextInput
            className={classes.currency ?? ''}
            label={m.own_fields_currency()}
            description={m.own_fields_currency_hint()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={3}
            value={currency}
            onChange={({ currentTarget }) => setCurrency(currentTarget.value.toUpperCase())}
          />
          <ul className={classes.list}>
            {data.sets.map((set) => (
              <SetItem key={set.name} set={set} currency={currency} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function SetItem({ set, currency }: { set: OwnFieldSet; currency: string }) {
  const { mutateAsync, isPending } = useAddSet()
  const name = ownFieldLabel(set)
  const isComplete = set.fields.every(({ is }) => is !== 'new')
  const add = async () => {
    try {
      const { added } = await mutateAsync({ name: set.name, currency })
      toast.success(
        added.length === 1
          ? m.own_fields_set_added_one({ name })
          : m.own_fields_set_added({ name, count: String(added.length) }),
      )
    } catch (error) {
      toast.failure(m.own_fields_save_failed(), messageOf(error, m.error_unexpected()))
    }
  }
  return (
    <li className={classes.set}>
      <div className={classes.sectionTop}>
        <h3 className={classes.heading}>{name}</h3>
        <Button
          size="compact-sm"
          variant={isComplete ? 'default' : 'filled'}
          disabled={isComplete}
          loading={isPending}
          aria-label={m.own_fields_set_add_named({ name })}
          onClick={() => void add()}
        >
          {isComplete ? m.own_fields_set_complete() : m.own_fields_set_add()}
        </Button>
      </div>
      <ul className={classes.setFields}>
        {set.fields.map((field) => (
          <li key={field.key}>
            {ownFieldLabel(field)} <span className={classes.dimmed}>{typeAndUnit(field)}</span>
            {field.is !== 'new' && (
              <Badge variant="light" tt="none" color="gray" ml="xs">
                {field.is === 'active' ? m.own_fields_set_there() : m.own_fields_set_retired()}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}

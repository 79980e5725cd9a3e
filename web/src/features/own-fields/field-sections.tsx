import type { OwnFieldDefinition, OwnFieldGroup } from '@ats/contract/own-fields/definitions.ts'
import { ActionIcon, Badge, Button, Paper, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { StatusBadge } from '#ui/jobs/job-list.tsx'
import { toast } from '#ui/toast/toast.ts'
import { usePutInOrder, useRemoveGroup } from './definition-queries.ts'
import { indexStates, seenText, typeAndUnit } from './field-texts.ts'
import { orderOf, type Section, type Step, sectionsOf, withFieldMoved, withGroupMoved } from './ordering.ts'
import classes from './own-fields.module.css'
import { ownFieldLabel } from './own-value-text.tsx'
import { useRetirement } from './retirement.ts'

type Props = {
  fields: readonly OwnFieldDefinition[]
  groups: readonly OwnFieldGroup[]
  onEdit: (field: OwnFieldDefinition) => void
  onEditGroup: (group: OwnFieldGroup) => void
}

/** The active fields by group. Buttons and Alt with an arrow key change their order. */
export function FieldSections({ fields, groups, onEdit, onEditGroup }: Props) {
  const sections = sectionsOf(fields, groups)
  const { place, said } = useOrdering()
  const moveGroup = (group: OwnFieldGroup, step: Step) =>
    place(withGroupMoved(sections, group.id, step), ownFieldLabel(group))
  return (
    <>
      {sections.map(({ group, fields: own }) => (
        <Paper
          key={group?.id ?? 'none'}
          component="section"
          withBorder
          className={classes.section ?? ''}
          aria-label={group === null ? m.own_fields_no_group() : ownFieldLabel(group)}
        >
          <div className={classes.sectionTop}>
            <h2 className={classes.heading}>
              {group === null ? m.own_fields_no_group() : ownFieldLabel(group)}
            </h2>
            {group !== null && (
              <>
                <Moves name={ownFieldLabel(group)} onMove={(step) => moveGroup(group, step)} />
                <GroupActions group={group} isEmpty={own.length === 0} onEdit={() => onEditGroup(group)} />
              </>
            )}
          </div>
          {own.length === 0 && (
            <Text size="sm" c="dimmed">
              {m.own_fields_group_empty()}
            </Text>
          )}
          <ul className={classes.list}>
            {own.map((field) => (
              <FieldRow
                key={field.id}
                field={field}
                onEdit={() => onEdit(field)}
                onMove={(step) => place(withFieldMoved(sections, field.id, step), ownFieldLabel(field))}
              />
            ))}
          </ul>
        </Paper>
      ))}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

/** One request after the other, because each one contains the whole order. */
function useOrdering() {
  const { mutateAsync, isPending } = usePutInOrder()
  const [said, setSaid] = useState('')
  const place = async (sections: readonly Section[] | undefined, name: string) => {
    if (sections === undefined || isPending) return
    try {
      await mutateAsync(orderOf(sections))
      setSaid(m.own_fields_moved({ name }))
    } catch (error) {
      toast.failure(m.own_fields_order_failed(), messageOf(error, m.error_unexpected()))
    }
  }
  return { place, said }
}

type Moving = { name: string; onMove: (step: Step) => unknown }

const Moves = ({ name, onMove }: Moving) => (
  <span className={classes.moves}>
    <ActionIcon variant="subtle" aria-label={m.own_fields_up({ name })} onClick={() => onMove(-1)}>
      <IconArrowUp size={16} aria-hidden="true" />
    </ActionIcon>
    <ActionIcon variant="subtle" aria-label={m.own_fields_down({ name })} onClick={() => onMove(1)}>
      <IconArrowDown size={16} aria-hidden="true" />
    </ActionIcon>
  </span>
)

type RowProps = { field: OwnFieldDefinition; onEdit: () => void; onMove: (step: Step) => unknown }

function FieldRow({ field, onEdit, onMove }: RowProps) {
  const { retire } = useRetirement()
  const name = ownFieldLabel(field)
  const state = indexStates[field.indexState]
  const moveByKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    onMove(step)
  }
  return (
    <li className={classes.row} onKeyDown={moveByKey}>
      <div className={classes.what}>
        <strong>{name}</strong>
        <span>
          {[typeAndUnit(field), seenText(field.seenWith), forWhich(field)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <span className={classes.badges}>
        {field.required && (
          <Badge variant="light" tt="none" color="gray">
            {m.own_fields_required()}
          </Badge>
        )}
        {state !== null && field.indexed && <StatusBadge status={state} />}
      </span>
      <span className={classes.rowActions}>
        <Moves name={name} onMove={onMove} />
        <Button
          variant="default"
          size="compact-sm"
          aria-label={m.own_fields_edit_named({ name })}
          onClick={onEdit}
        >
          {m.own_fields_edit()}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={m.own_fields_retire_named({ name })}
          onClick={() => void retire(field)}
        >
          {m.own_fields_retire()}
        </Button>
      </span>
    </li>
  )
}

const forWhich = ({ assetNameIds, assetNames }: OwnFieldDefinition) =>
  assetNameIds === null
    ? ''
    : m.own_fields_only_for({ names: assetNames.map(({ name }) => name).join(', ') || '–' })

function GroupActions({
  group,
  isEmpty,
  onEdit,
}: {
  group: OwnFieldGroup
  isEmpty: boolean
  onEdit: () => void
}) {
  const remove = useRemoveGroup()
  const name = ownFieldLabel(group)
  const deleteGroup = async () => {
    const question = m.own_fields_group_delete_question({ name })
    if (
      !(await confirm({ title: m.own_fields_group_delete(), question, action: m.own_fields_group_delete() }))
    )
      return
    try {
      await remove(group.id)
      toast.success(m.own_fields_group_deleted({ name }))
    } catch (error) {
      toast.failure(m.own_fields_save_failed(), messageOf(error, m.error_unexpected()))
    }
  }
  return (
    <span className={classes.rowActions}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={m.own_fields_group_rename_named({ name })}
        onClick={onEdit}
      >
        {m.own_fields_group_rename()}
      </Button>
      {isEmpty && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={m.own_fields_group_delete_named({ name })}
          onClick={() => void deleteGroup()}
        >
          {m.own_fields_group_delete()}
        </Button>
      )}
    </span>
  )
}

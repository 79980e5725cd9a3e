import { Button, Radio, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { small } from '#kernel/device/theme.ts'
import type { Conflict } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { Dialog, DialogButtons } from '#ui/dialog/dialog.tsx'
import { Moment } from '#ui/text/moment.tsx'
import type { ConflictFields } from './conflict-fields.ts'

type Change = Conflict['changes'][number]
type Props = {
  conflict: Conflict
  mine: Record<string, unknown>
  fields: ConflictFields
  /** The fields that keep the other person's value; null: back to the form. */
  onAnswer: (theirs: string[] | null) => void
}

/** The form with the conflict may itself be in a dialog. */
const aboveDialogs = 350

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/**
 * Shows who changed what since the form was opened. For each field that both changed, the person chooses the
 * value to keep.
 */
export function ConflictDialog({ conflict, mine, fields, onAnswer }: Props) {
  const [theirs, setTheirs] = useState<string[]>([])
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  const changes = conflict.changes.filter(
    ({ field, value }) => field in fields && !(field in mine && isSame(mine[field], value)),
  )
  const choose = (field: string, isTheirs: boolean) =>
    setTheirs((before) => [...before.filter((name) => name !== field), ...(isTheirs ? [field] : [])])
  const first = changes.find(({ field }) => field in mine)?.field
  const lead = changes.length === 0 ? m.conflict_same() : m.conflict_lead()
  return (
    <Dialog
      onClose={() => onAnswer(null)}
      title={m.conflict_title()}
      zIndex={aboveDialogs}
      size="lg"
      fullScreen={isSmall}
    >
      <Stack>
        <Text size="sm">{first === undefined && changes.length > 0 ? m.conflict_lead_apart() : lead}</Text>
        {changes.map((change) =>
          change.field in mine ? (
            <Choice
              key={change.field}
              {...sidesOf(change, fields, mine)}
              isFirst={change.field === first}
              isTheirs={theirs.includes(change.field)}
              onChoose={(isTheirs) => choose(change.field, isTheirs)}
            />
          ) : (
            <Untouched key={change.field} {...sidesOf(change, fields, mine)} />
          ),
        )}
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={() => onAnswer(null)}>
          {m.conflict_back()}
        </Button>
        <Button variant="default" onClick={() => onAnswer(Object.keys(mine))}>
          {m.conflict_take_theirs()}
        </Button>
        <Button onClick={() => onAnswer(theirs)} data-autofocus={first === undefined || undefined}>
          {m.common_save()}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type Sides = { label: string; changed: ReactNode; mine: ReactNode; theirs: ReactNode }

function sidesOf(change: Change, fields: ConflictFields, mine: Props['mine']): Sides {
  const { label = change.field, show = plainText } = fields[change.field] ?? {}
  const shown = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0)
      ? m.assets_nothing()
      : show(value as never)
  const { by, at, value, text } = change
  return {
    label,
    changed: (
      <>
        {by ?? m.conflict_by_nobody()} · <Moment at={at} />
      </>
    ),
    mine: shown(mine[change.field]),
    theirs: text || shown(value),
  }
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? m.common_yes() : m.common_no()
  return String(value)
}

type ChoiceProps = Sides & { isFirst: boolean; isTheirs: boolean; onChoose: (isTheirs: boolean) => void }

function Choice({ label, changed, mine, theirs, isFirst, isTheirs, onChoose }: ChoiceProps) {
  return (
    <Radio.Group
      label={label}
      description={changed}
      value={isTheirs ? 'theirs' : 'mine'}
      onChange={(value) => onChoose(value === 'theirs')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="mine"
          label={<Side name={m.conflict_mine()} value={mine} />}
          data-autofocus={isFirst || undefined}
        />
        <Radio value="theirs" label={<Side name={m.conflict_theirs()} value={theirs} />} />
      </Stack>
    </Radio.Group>
  )
}

const Side = ({ name, value }: { name: string; value: ReactNode }) => (
  <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
    <b>{name}:</b> {value}
  </Text>
)

const Untouched = ({ label, changed, theirs }: Sides) => (
  <div>
    <Text size="sm" fw={500}>
      {label}
    </Text>
    <Text size="xs" c="dimmed">
      {changed} · {m.conflict_untouched()}
    </Text>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {theirs}
    </Text>
  </div>
)

import type { Floor, Rectangle } from '@ats/contract/floors.ts'
import { mostRooms, mostShapes } from '@ats/contract/floors.ts'
import { Button, Group, Kbd, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import plan from '#features/floors/plan/plan.module.css'
import { useIsTouch } from '#kernel/device/touch.ts'
import { m } from '#texts'
import { withSide } from './boxes.ts'
import type { Drawing, Item, Step } from './drawing.ts'
import classes from './edit.module.css'
import { percent } from './percents.ts'
import { RoomSelect } from './room-select.tsx'

/** What a drag draws next. */
export type Pending = { kind: 'room'; placeId: string; name: string } | { kind: 'shape' } | null

type Props = {
  floor: Floor
  drawing: Drawing
  step: (step: Step) => void
  pending: Pending
  onPending: (pending: Pending) => void
  onPlace: () => void
}

export function EditSide({ floor, drawing, step, pending, onPending, onPlace }: Props) {
  const selected = drawing.items.find(({ key }) => key === drawing.selected)
  return (
    <div className={plan.side}>
      <AddParts {...{ floor, drawing, pending, onPending, onPlace }} />
      {selected !== undefined && <Selected key={selected.key} item={selected} step={step} />}
      <Keys />
    </div>
  )
}

type AddProps = Omit<Props, 'step'>

function AddParts({ floor, drawing: { items }, pending, onPending, onPlace }: AddProps) {
  const isTouch = useIsTouch()
  const drawn = items.flatMap(({ placeId }) => placeId ?? [])
  const isShape = pending?.kind === 'shape'
  return (
    <section className={classes.group} aria-label={m.floors_draw()}>
      <h2 className={plan.heading}>{m.floors_draw()}</h2>
      <RoomSelect
        label={m.floors_room()}
        description={m.floors_room_hint()}
        disabled={drawn.length >= mostRooms}
        value={pending?.kind === 'room' ? pending.placeId : null}
        scope={{ propertyId: floor.propertyId, property: floor.placeNames.at(-1) ?? '', drawn }}
        onChange={(placeId, row) =>
          onPending(placeId === '' ? null : { kind: 'room', placeId, name: row?.name ?? '' })
        }
      />
      <Button
        variant={isShape ? 'filled' : 'default'}
        aria-pressed={isShape}
        disabled={items.length - drawn.length >= mostShapes}
        onClick={() => onPending(isShape ? null : { kind: 'shape' })}
      >
        {m.floors_add_shape()}
      </Button>
      {pending !== null && (
        <>
          <p className={plan.quiet} role="status">
            {isTouch ? m.floors_draw_touch() : m.floors_draw_hint()}
          </p>
          <Button onClick={onPlace}>{m.floors_place_it()}</Button>
        </>
      )}
    </section>
  )
}

const sides: [keyof Rectangle, () => string][] = [
  ['x', m.floors_left],
  ['y', m.floors_top],
  ['width', m.floors_width],
  ['height', m.floors_height],
]

type SelectedProps = { item: Item; step: (step: Step) => void }

function Selected({ item: { key, placeId, label, box }, step }: SelectedProps) {
  const name = label || m.floors_shape()
  const change = (changed: Partial<Pick<Item, 'box' | 'label'>>) =>
    step({ do: 'change', key, change: changed })
  const takeSide = (side: keyof Rectangle, text: string) => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isFinite(value)) change({ box: withSide(box, side, value / 100) })
  }
  return (
    <section className={classes.group} aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <h2 className={plan.heading}>{name}</h2>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden="true" />}
          aria-label={m.floors_remove_named({ name })}
          onClick={() => step({ do: 'remove', key })}
        >
          {m.floors_remove()}
        </Button>
      </Group>
      {placeId === null && (
        <TextInput
          label={m.floors_label()}
          maxLength={60}
          value={label}
          onChange={(event) => change({ label: event.currentTarget.value })}
        />
      )}
      <div className={classes.sides}>
        {sides.map(([side, text]) => (
          <TextInput
            key={`${side} ${box[side]}`}
            type="number"
            step={0.1}
            min={0}
            max={100}
            label={text()}
            defaultValue={percent(box[side])}
            onBlur={(event) => takeSide(side, event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && takeSide(side, event.currentTarget.value)}
          />
        ))}
      </div>
    </section>
  )
}

const keys: [string, () => string][] = [
  ['← ↑ → ↓', m.floors_key_move],
  ['Shift ←', m.floors_key_fine],
  ['Ctrl →', m.floors_key_resize],
  ['Delete', m.floors_key_remove],
  ['Ctrl Z', m.floors_key_undo],
]

function Keys() {
  if (useIsTouch()) return null
  return (
    <section className={classes.group} aria-label={m.floors_keys()}>
      <h2 className={plan.heading}>{m.floors_keys()}</h2>
      <dl className={classes.keys}>
        {keys.map(([key, text]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>
              <Kbd size="xs">{key}</Kbd>
            </dt>
            <dd>{text()}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

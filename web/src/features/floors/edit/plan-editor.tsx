import type { Floor, FloorPlan, Rectangle } from '@ats/contract/floors.ts'
import { ActionIcon, Alert, Button, Group, Paper } from '@mantine/core'
import { IconAlertCircle, IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { FloorDialog } from '#features/floors/floor-dialog.tsx'
import { useDraw, useRemoveFloor } from '#features/floors/floor-queries.ts'
import plan from '#features/floors/plan/plan.module.css'
import type { Plan } from '#features/floors/plan/plan-map.tsx'
import { useCity } from '#kernel/address/location.ts'
import { type Conflict, failureText } from '#kernel/http/api-error.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { sendOrDecide } from '#ui/form/conflict.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { TheirsKept } from '#ui/form/theirs-kept.ts'
import { useLeaveGuardOf } from '#ui/form/use-leave-guard.ts'
import { type Crumb, Page } from '#ui/page/page.tsx'
import { toast } from '#ui/toast/toast.ts'
import { freeBox } from './boxes.ts'
import { bodyOf, type Drawing, draw, type Item, itemsOf, type Step, startOf } from './drawing.ts'
import { EditMap } from './edit-map.tsx'
import { EditSide, type Pending } from './edit-side.tsx'
import { PictureButtons } from './picture-buttons.tsx'

type Props = { plan: Plan; crumbs: Crumb[]; onClose: () => void }

/** Draws the rooms and shapes of a floor. Nothing is sent before Save, except the picture. */
export function PlanEditor({ plan: current, crumbs, onClose }: Props) {
  const first = useFirstShown(current)
  const [drawing, step] = useReducer(draw, first, startOf)
  const [pending, setPending] = useState<Pending>(null)
  const { save, isSaving, error, version, setVersion, isSaved } = useSaving(first, drawing, onClose)
  const isDirty = () => !isSaved(drawing.items)
  useLeaveGuardOf({ isDirty }, 'edit')
  useUndoKeys(step)
  const itemOf = useCallback((box: Rectangle) => newItem(pending, box), [pending])
  const take = (next: Step) => {
    step(next)
    if (next.do === 'add') setPending(null)
  }
  const place = () => {
    const item = itemOf(freeBox(drawing.items.map(({ box }) => box)))
    take({ do: 'add', item })
    requestAnimationFrame(() => focusItem(item.key))
  }
  const shared = { floor: current.floor, version, onSaved: (floor: Floor) => setVersion(floor.version) }
  return (
    <Page
      title={m.floors_edit_named({ name: current.floor.name })}
      crumbs={crumbs}
      actions={
        <>
          <UndoButtons drawing={drawing} step={step} />
          <Button variant="default" onClick={onClose}>
            {m.common_close()}
          </Button>
          <Button loading={isSaving} disabled={!isDirty()} onClick={() => void save()}>
            {m.common_save()}
          </Button>
        </>
      }
    >
      {error !== null && <SaveFailed error={error} />}
      <div className={plan.columns}>
        <Paper withBorder className={plan.main ?? ''}>
          <Group justify="space-between" gap="xs">
            <PictureButtons {...shared} />
            <FloorButtons {...shared} />
          </Group>
          <EditMap
            {...{ drawing, floor: current.floor, step: take }}
            blank={first.rooms.filter(({ placeId }) => placeId === null)}
            begin={pending === null ? undefined : itemOf}
          />
        </Paper>
        <Paper withBorder component="aside" aria-label={m.floors_draw()}>
          <EditSide
            {...{ drawing, step, pending }}
            floor={current.floor}
            onPending={setPending}
            onPlace={place}
          />
        </Paper>
      </div>
    </Page>
  )
}

const SaveFailed = ({ error }: { error: unknown }) => (
  <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden="true" />}>
    {failureText(error, m.floors_save_failed())}
  </Alert>
)

const focusItem = (key: string) => document.querySelector<SVGGElement>(`[data-item="${key}"]`)?.focus()

function newItem(pending: Pending, box: Rectangle): Item {
  if (pending?.kind === 'room')
    return { key: pending.placeId, placeId: pending.placeId, label: pending.name, box }
  return { key: `shape-${crypto.randomUUID()}`, placeId: null, label: '', box }
}

/** Sends the whole plan. If somebody else saved first, the person chooses whose rooms and shapes to keep. */
function useSaving(first: Plan, { items }: Drawing, onTheirs: () => void) {
  const send = useDraw(first.floor._id)
  const saved = useRef(JSON.stringify(bodyOf(itemsOf(first))))
  const [version, setVersion] = useState(first.floor.version)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const save = async () => {
    setSaving(true)
    setError(null)
    const body = bodyOf(items)
    try {
      const floor = await sendOrDecide(
        { ...body, version },
        planFields(),
        (kept: Partial<FloorPlan>, conflict) => send(completed(kept, conflict, body)),
      )
      setVersion(floor.version)
      saved.current = JSON.stringify(body)
      toast.success(m.floors_saved({ name: floor.name }))
    } catch (problem) {
      if (problem instanceof TheirsKept) {
        saved.current = JSON.stringify(body)
        onTheirs()
      } else setError(problem)
    } finally {
      setSaving(false)
    }
  }
  const isSaved = (drawn: readonly Item[]) => JSON.stringify(bodyOf(drawn)) === saved.current
  return { save, isSaving, error, version, setVersion, isSaved }
}

/** A plan is saved as a whole: parts that the other person's version keeps are sent as they saved them. */
function completed(kept: Partial<FloorPlan>, conflict: Conflict | undefined, mine: FloorPlan): FloorPlan {
  const theirs = (field: 'rooms' | 'shapes') =>
    conflict?.changes.find((change) => change.field === field)?.value as never
  return {
    shapes: kept.shapes ?? theirs('shapes') ?? mine.shapes,
    rooms: kept.rooms ?? theirs('rooms') ?? mine.rooms,
    version: kept.version,
  }
}

const planFields = () => ({
  rooms: {
    label: m.floors_rooms(),
    show: (rooms: unknown[]) => counted(rooms.length, m.floors_rooms_drawn_one, m.floors_rooms_drawn),
  },
  shapes: {
    label: m.floors_shapes(),
    show: (shapes: unknown[]) => counted(shapes.length, m.floors_shapes_drawn_one, m.floors_shapes_drawn),
  },
})

function useUndoKeys(step: (step: Step) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    const isText = event.target instanceof Element && event.target.closest('input, textarea') !== null
    if (!(event.ctrlKey || event.metaKey) || isText || (key !== 'z' && key !== 'y')) return
    event.preventDefault()
    step({ do: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function UndoButtons({ drawing: { past, future }, step }: { drawing: Drawing; step: (step: Step) => void }) {
  return (
    <div className={plan.steps}>
      <ActionIcon
        variant="default"
        aria-label={m.floors_undo()}
        title={m.floors_undo()}
        disabled={past.length === 0}
        onClick={() => step({ do: 'undo' })}
      >
        <IconArrowBackUp size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={m.floors_redo()}
        title={m.floors_redo()}
        disabled={future.length === 0}
        onClick={() => step({ do: 'redo' })}
      >
        <IconArrowForwardUp size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

type FloorProps = { floor: Floor; version: number; onSaved: (floor: Floor) => void }

function FloorButtons({ floor, version, onSaved }: FloorProps) {
  const [isChanging, setChanging] = useState(false)
  const city = useCity()
  const navigate = useNavigate()
  const remove = useRemoveFloor(floor._id)
  const ask = async () => {
    const { name } = floor
    const isSure = await confirm({
      title: m.floors_delete_title({ name }),
      question: m.floors_delete_text(),
      action: m.floors_delete(),
      danger: true,
    })
    if (!isSure) return
    try {
      await remove()
      toast.success(m.floors_deleted({ name }))
      void navigate({ to: '/dashboard/$location/floors', params: { location: city }, ignoreBlocker: true })
    } catch (error) {
      toast.failure(failureText(error, m.floors_delete_failed()))
    }
  }
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setChanging(true)}>
        {m.floors_rename()}
      </Button>
      <Button variant="subtle" color="red" onClick={() => void ask()}>
        {m.floors_delete()}
      </Button>
      {isChanging && (
        <FloorDialog floor={{ ...floor, version }} onClose={() => setChanging(false)} onSaved={onSaved} />
      )}
    </Group>
  )
}

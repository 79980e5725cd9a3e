import type { Floor } from '@ats/contract/floors.ts'
import type { ListedInventory } from '@ats/contract/inventories/inventories.ts'
import { ActionIcon, NativeSelect, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowNarrowDown, IconArrowNarrowUp, IconMinus, IconPlus } from '@tabler/icons-react'
import { small } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { SearchBox } from '#ui/form/search-box.tsx'
import { type Layer, layerNames, layers } from './layers.ts'
import classes from './plan.module.css'
import type { PlanState } from './plan-state.ts'

type Change = Partial<{ [K in keyof PlanState]: PlanState[K] | undefined }>
export type SetPlanState = (change: Change, how?: 'push' | 'replace') => void

type Props = {
  state: PlanState
  setState: SetPlanState
  inventories: readonly ListedInventory[]
  inventoryId: string | undefined
  zoom: number
  onZoom: (zoom: number) => void
}

const zooms = [1, 1.5, 2, 3, 4]

export function PlanToolbar({ state, setState, inventories, inventoryId, zoom, onZoom }: Props) {
  const offered = layers.filter(
    (layer) => layer !== 'count' || inventories.length > 0 || state.layer === 'count',
  )
  return (
    <div className={classes.toolbar}>
      <LayerChoice offered={offered} value={state.layer} onChoose={(layer) => setState({ layer })} />
      {state.layer === 'count' && inventories.length > 1 && (
        <NativeSelect
          aria-label={m.floors_inventory()}
          value={inventoryId ?? ''}
          data={inventories.map(({ _id, inventoryId: label }) => ({ value: _id, label }))}
          onChange={(event) => setState({ inventory: event.currentTarget.value })}
        />
      )}
      <SearchBox
        value={state.search}
        placeholder={m.floors_search()}
        onSearch={({ search }, how) => setState({ search: search as string }, how)}
      />
      <Zoom zoom={zoom} onZoom={onZoom} />
    </div>
  )
}

type ChoiceProps = { offered: Layer[]; value: Layer; onChoose: (layer: Layer) => void }

/** Four names side by side do not fit on a phone. */
function LayerChoice({ offered, value, onChoose }: ChoiceProps) {
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  const data = offered.map((layer) => ({ value: layer, label: layerNames[layer]() }))
  if (isSmall)
    return (
      <NativeSelect
        aria-label={m.floors_layer()}
        value={value}
        data={data}
        onChange={(event) => onChoose(event.currentTarget.value as Layer)}
      />
    )
  return (
    <SegmentedControl
      aria-label={m.floors_layer()}
      value={value}
      data={data}
      onChange={(layer) => onChoose(layer as Layer)}
    />
  )
}

function Zoom({ zoom, onZoom }: Pick<Props, 'zoom' | 'onZoom'>) {
  const at = zooms.indexOf(zoom)
  return (
    <div className={classes.steps}>
      <ZoomButton label={m.floors_smaller()} to={zooms[at - 1]} onZoom={onZoom} Icon={IconMinus} />
      <ZoomButton label={m.floors_larger()} to={zooms[at + 1]} onZoom={onZoom} Icon={IconPlus} />
    </div>
  )
}

type ButtonProps = {
  label: string
  to: number | undefined
  onZoom: (zoom: number) => void
  Icon: typeof IconPlus
}

function ZoomButton({ label, to, onZoom, Icon }: ButtonProps) {
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onZoom(to)}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

type SwitchProps = { floors: readonly Floor[]; id: string; onFloor: (id: string) => void }

/** The floors of the property, the highest first, as in the building. */
export function FloorSwitch({ floors, id, onFloor }: SwitchProps) {
  const at = floors.findIndex(({ _id }) => _id === id)
  if (floors.length < 2) return null
  const step = (by: 1 | -1, label: string, Icon: typeof IconPlus) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      disabled={floors[at + by] === undefined}
      onClick={() => onFloor(floors[at + by]?._id ?? id)}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  )
  return (
    <div className={classes.steps}>
      {step(-1, m.floors_down(), IconArrowNarrowDown)}
      <NativeSelect
        aria-label={m.floors_floor()}
        value={id}
        data={floors.toReversed().map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={(event) => onFloor(event.currentTarget.value)}
      />
      {step(1, m.floors_up(), IconArrowNarrowUp)}
    </div>
  )
}

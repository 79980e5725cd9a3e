import type { InventoryToCount } from '@ats/contract/inventories/counting.ts'
import type { ListedDrive } from '@ats/contract/tagging/tagging.ts'
import { Badge, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconHome } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '#kernel/http/api-error.ts'
import { counted, formatDate, formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { IconLink } from '#ui/text/link.tsx'
import { CountHeader } from './count-header.tsx'
import classes from './counting.module.css'
import { DeviceName } from './device-name.tsx'
import type { Known } from './outbox/kept.ts'
import { DriveList } from './tagging/drive-list.tsx'
import { useRoomLabels } from './tagging/use-room-labels.ts'

type Props = {
  userId: string
  list: UseQueryResult<Known<{ inventories: InventoryToCount[] }>>
  drives: readonly ListedDrive[]
  onChoose: (id: string) => void
  onDrive: (id: string, room: string | undefined) => void
}

export function InventoryChoice({ userId, list, drives, onChoose, onDrive }: Props) {
  useRoomLabels(userId, drives, onDrive)
  const inventories = list.data?.value.inventories ?? []
  return (
    <>
      <CountHeader title={m.count_title()}>
        <IconLink
          to="/dashboard/$location"
          params={{ location: 'default' }}
          variant="subtle"
          color="gray"
          size={48}
          aria-label={m.count_leave()}
          title={m.count_leave()}
        >
          <IconHome size={26} />
        </IconLink>
      </CountHeader>
      <div className={classes.content}>
        {list.isPending && <Loading />}
        {list.isLoadingError && (
          <LoadFailed
            text={m.count_list_failed()}
            detail={messageOf(list.error, '') || undefined}
            onRetry={() => void list.refetch()}
          />
        )}
        <AsOf at={list.data?.at} />
        {list.data !== undefined && inventories.length + drives.length === 0 && <NothingToCount />}
        <ul className={classes.choices} aria-label={m.count_title()}>
          {inventories.map((inventory) => (
            <li key={inventory._id}>
              <Choice inventory={inventory} onChoose={() => onChoose(inventory._id)} />
            </li>
          ))}
        </ul>
        <DriveList drives={drives} onChoose={(id) => onDrive(id, undefined)} />
        <DeviceName />
      </div>
    </>
  )
}

/** The age of stored data. */
export function AsOf({ at }: { at: number | null | undefined }) {
  return at ? <p className={classes.quiet}>{m.count_as_of({ time: formatTime(new Date(at)) })}</p> : null
}

function NothingToCount() {
  return (
    <div className={classes.nothing}>
      <p>{m.count_none()}</p>
      <p className={classes.quiet}>{m.count_none_hint()}</p>
    </div>
  )
}

const notYet: Partial<Record<InventoryToCount['status'], () => string>> = {
  planned: m.count_planned,
  starting: m.count_starting,
}

function Choice({ inventory, onChoose }: { inventory: InventoryToCount; onChoose: () => void }) {
  const { inventoryId, placeNames, blind, dueOn, status, rooms } = inventory
  const facts = [
    notYet[status]?.(),
    counted(rooms, m.count_rooms_one, m.count_rooms_other),
    dueOn && m.count_due({ date: formatDate(dueOn) }),
  ]
  return (
    <UnstyledButton className={classes.choice ?? ''} disabled={status !== 'counting'} onClick={onChoose}>
      <span className={classes.choiceText}>
        <b>{placeNames.join(' › ')}</b>
        <small>
          {inventoryId} · {facts.filter(Boolean).join(' · ')}
        </small>
      </span>
      {blind && (
        <Badge variant="outline" color="gray" size="lg" className={classes.badge ?? ''}>
          {m.count_blind()}
        </Badge>
      )}
      {status === 'counting' && <IconChevronRight size={22} aria-hidden="true" />}
    </UnstyledButton>
  )
}

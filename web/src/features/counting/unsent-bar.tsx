import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '#kernel/session/session.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { loadWaiting } from './late-parts.ts'
import { lateText, othersText } from './others-text.ts'
import { memory } from './outbox/memory.ts'
import { isStoring } from './outbox/read-writer.ts'
import type { SyncState } from './outbox/sync.ts'
import type { Unsent } from './outbox/unsent.ts'
import classes from './unsent.module.css'
import { useOnline, useSyncState, useUnsent } from './use-unsent.ts'

const WaitingDialog = lazyPart(loadWaiting)

type Props = { userId: string; opensOffline: boolean }

/** The number of unsent reads, always in view. */
export function UnsentBar({ userId, opensOffline }: Props) {
  const unsent = useUnsent(userId)
  const sync = useSyncState()
  const isOnline = useOnline()
  const isSignedOut = useSession() === null
  const isReady = useIsFetching({ queryKey: ['counting'] }) === 0 && opensOffline
  const [open, setOpen] = useState(false)
  useMemoryGuard()
  if (unsent === undefined) return null
  const { mine, refused, others, inMemory, late, isUnknown } = unsent
  const hasDetails = refused.length > 0 || others.length > 0 || late.length > 0
  const isQuiet = mine === 0 && !hasDetails && !isSignedOut && !isUnknown
  return (
    <section
      className={classes.bar}
      data-state={isQuiet ? 'sent' : 'waiting'}
      aria-label={m.count_waits_title()}
    >
      <BarIcon quiet={isQuiet} refused={refused.length > 0} />
      <div className={classes.barText} role="status">
        <b>{titleOf(unsent, isSignedOut)}</b>
        <small>{detailOf({ mine, inMemory, sync, isOnline, isSignedOut, isReady })}</small>
        {moreOf(unsent) !== '' && <small>{moreOf(unsent)}</small>}
      </div>
      {isSignedOut && isOnline && (
        <ButtonLink to="/login" search={{ next: here() }} size="md" h={48}>
          {m.count_sign_in()}
        </ButtonLink>
      )}
      {hasDetails && (
        <Button size="md" h={48} variant="default" onClick={() => setOpen(true)}>
          {m.count_details()}
        </Button>
      )}
      {open && <WaitingDialog unsent={unsent} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** Reads in memory are lost with the page, so the browser asks before it closes. */
function useMemoryGuard() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => (memory.size() > 0 || isStoring()) && event.preventDefault()
    globalThis.addEventListener('beforeunload', ask)
    return () => globalThis.removeEventListener('beforeunload', ask)
  }, [])
}

const here = () => location.pathname + location.search

function BarIcon({ quiet, refused }: { quiet: boolean; refused: boolean }) {
  if (refused) return <IconAlertTriangle size={24} aria-hidden="true" />
  return quiet ? (
    <IconCloudCheck size={24} aria-hidden="true" />
  ) : (
    <IconCloudUp size={24} aria-hidden="true" />
  )
}

function titleOf({ mine, refused, others, late, isUnknown }: Unsent, isSignedOut: boolean): string {
  const [other] = others
  if (mine === 0 && refused.length > 0) return refusedText(refused.length)
  if (mine === 0 && isUnknown) return m.count_unsent_unknown()
  if (mine === 0 && late.length > 0) return lateText(late)
  if (mine === 0 && other !== undefined) return othersText(other)
  if (mine === 0) return m.count_unsent_none()
  return isSignedOut
    ? counted(mine, m.count_sign_in_one, m.count_sign_in_other)
    : counted(mine, m.count_unsent_one, m.count_unsent_other)
}

type State = {
  mine: number
  inMemory: number
  sync: SyncState
  isOnline: boolean
  isSignedOut: boolean
  isReady: boolean
}

function detailOf({ mine, inMemory, sync, isOnline, isSignedOut, isReady }: State): string | null {
  if (inMemory > 0) return counted(inMemory, m.count_in_memory_one, m.count_in_memory_other)
  if (isSignedOut) return m.count_signed_out()
  if (mine === 0) return isReady ? m.count_opens_offline() : null
  if (!isOnline) return m.count_offline()
  if (sync === 'revoked') return m.handhelds_is_revoked()
  return sync === 'waiting' ? m.count_waiting() : m.count_sending()
}

const refusedText = (count: number) => counted(count, m.count_refused_one, m.count_refused_other)

function moreOf({ mine, refused, others, late }: Unsent): string {
  const isLateTitle = mine === 0 && refused.length === 0 && late.length > 0
  const isOtherTitle = mine === 0 && refused.length === 0 && late.length === 0
  const parts = [
    mine > 0 && refused.length > 0 && refusedText(refused.length),
    late.length > 0 && !isLateTitle && lateText(late),
    isLateTitle && m.count_late_hint(),
    ...others.slice(isOtherTitle ? 1 : 0).map(othersText),
  ]
  return parts.filter(Boolean).join(' · ')
}

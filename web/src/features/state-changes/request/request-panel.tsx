import type { StateChange } from '@ats/contract/state-changes.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { loadPictureZoom, PictureButton } from '#features/assets/assets.ts'
import { PapersSection } from '#features/papers/papers.ts'
import { assetOf, ChangeOfState, ChangeStatus, changeTitle } from '#features/state-changes/change-cells.tsx'
import { useDeciding } from '#features/state-changes/queue/use-deciding.ts'
import classes from '#features/state-changes/state-changes.module.css'
import { useRecent } from '#kernel/device/recent.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { isPanelActing, useLoneKeys } from '#kernel/scanner/lone-keys.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { SidePanel } from '#ui/dialog/side-panel.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { stateChangeById } from './request-queries.ts'
import { useCancelling } from './use-cancelling.ts'

const DenyDialog = lazyPart(
  async () => (await import('#features/state-changes/queue/deny-dialog.tsx')).DenyDialog,
)
const PictureZoom = lazyPart(async () => (await loadPictureZoom()).PictureZoom)

/** A request in a panel: what was requested, by whom and why, and the decision. */
export function RequestPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(stateChangeById(id))
  const change = query.data
  useRecent(
    change && {
      ...{ kind: 'request', id, detail: assetOf(change) },
      text: m.requests_panel_title({ id: formatNumber(change.id) }),
    },
  )
  return (
    <SidePanel
      title={
        change === undefined ? m.requests_panel() : m.requests_panel_title({ id: formatNumber(change.id) })
      }
      titleClass={classes.panelTitle ?? ''}
      onClose={onClose}
    >
      {query.isError && change === undefined && (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading />}
      {change !== undefined && <Sheet change={change} />}
    </SidePanel>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isUnknown(error)) return <LoadFailed text={m.requests_panel_missing()} />
  return (
    <LoadFailed
      text={m.requests_panel_failed()}
      detail={messageOf(error, '') || undefined}
      onRetry={onRetry}
    />
  )
}

function Sheet({ change }: { change: StateChange }) {
  const [isZoomed, setZoomed] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  const focusTop = useCallback(() => top.current?.focus(), [])
  return (
    <Stack gap="lg">
      <div ref={top} tabIndex={-1} className={classes.lead}>
        <ChangeStatus status={change.status} />
        <ChangeOfState change={change} />
      </div>
      <Actions change={change} onDone={focusTop} />
      <dl className={classes.facts}>
        <Fact name={m.requests_asset()}>
          <PanelLink id={change.assetId} inherit>
            {change.assetName} {change.assetTagId}
          </PanelLink>
        </Fact>
        <Fact name={m.requests_place()}>{change.place}</Fact>
        <Fact name={m.requests_asked_by()}>
          {change.isMine ? m.requests_by_you({ name: change.createdBy }) : change.createdBy}
          <Text span c="dimmed" size="xs" display="block">
            <Moment at={change.createdAt} />
          </Text>
        </Fact>
        <Fact name={m.requests_reason()}>{change.reason}</Fact>
        {change.image !== null && (
          <Fact name={m.requests_photo()}>
            <PictureButton
              address={change.image}
              size="large"
              name={changeTitle(change)}
              onClick={() => setZoomed(true)}
            />
          </Fact>
        )}
        <Decision change={change} />
      </dl>
      <PapersSection kind="state-change" recordId={change._id} />
      {isZoomed && <PictureZoom asset={change} onClose={() => setZoomed(false)} />}
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A request that was withdrawn, or outdated by a change of the asset, was decided by nobody. */
function Decision({ change: { status, decidedBy, decidedAt, note } }: { change: StateChange }) {
  if (status === 'pending' || decidedAt === null) return null
  return (
    <>
      <Fact name={decidedBy === null ? m.requests_decided_at() : m.requests_decided_by()}>
        {decidedBy}
        <Text span c="dimmed" size="xs" display="block">
          <Moment at={decidedAt} />
        </Text>
      </Fact>
      {note !== null && <Fact name={m.requests_note()}>{note}</Fact>}
    </>
  )
}

type ActionProps = { change: StateChange; onDone: () => void }

function Actions({ change, onDone }: ActionProps) {
  if (change.undoableUntil !== null) return <Undo change={change} onDone={onDone} />
  if (change.status !== 'pending') return null
  return change.isMine ? (
    <Withdraw change={change} onDone={onDone} />
  ) : (
    <Decide change={change} onDone={onDone} />
  )
}

function Undo({ change, onDone }: ActionProps) {
  const { undo, results } = useDeciding(onDone)
  const press = () => results.busy || void undo([change._id], assetOf(change))
  return (
    <Group>
      <Button variant="default" aria-disabled={results.busy} onClick={press}>
        {m.assets_undo()}
      </Button>
    </Group>
  )
}

function Withdraw({ change, onDone }: ActionProps) {
  const { cancel } = useCancelling(onDone)
  return (
    <Stack gap="xs" align="start">
      <Text size="sm" c="dimmed">
        {m.queue_own()}
      </Text>
      <Button variant="default" onClick={() => void cancel({ ids: [change._id], count: 1 }, assetOf(change))}>
        {m.requests_cancel_one()}
      </Button>
    </Stack>
  )
}

function Decide({ change, onDone }: ActionProps) {
  const [isDenying, setDenying] = useState(false)
  const { accept, deny, denied, results } = useDeciding(onDone)
  const ids = [change._id]
  const name = assetOf(change)
  const acceptIt = () => results.busy || void accept(ids, name)
  const denyIt = () => setDenying(true)
  useLoneKeys({ acts: { a: acceptIt, d: denyIt }, enabled: isPanelActing })
  return (
    <Group gap="sm">
      <Button aria-disabled={results.busy} aria-keyshortcuts="a" onClick={acceptIt}>
        {m.queue_accept()}
      </Button>
      <Button variant="light" color="red" aria-keyshortcuts="d" onClick={denyIt}>
        {m.queue_deny()}
      </Button>
      {isDenying && (
        <DenyDialog
          denying={{ ids, name }}
          deny={deny}
          onDenied={(reply) => denied(ids, reply, name)}
          onClose={() => setDenying(false)}
        />
      )}
    </Group>
  )
}

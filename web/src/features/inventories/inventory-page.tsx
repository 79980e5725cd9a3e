import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import { Group, Paper, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { z } from 'zod'
import { CertificatesSection } from '#features/certificates/certificates.ts'
import { PlansButton } from '#features/floors/floors.ts'
import { PapersSection } from '#features/papers/papers.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { useRecent } from '#kernel/device/recent.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import classes from './inventories.module.css'
import { InventoryActions } from './inventory-actions.tsx'
import { InventoryHead, isCountedBlind } from './inventory-head.tsx'
import { inventoryById, isInHand } from './inventory-queries.ts'
import { pathText } from './inventory-texts.tsx'
import { useArchiveOf } from './review/archived-items.ts'
import { useManages } from './use-manages.ts'

const waiting = () => <Loading />
const InventoryProgress = lazyPart(
  async () => (await import('#features/inventories/count/inventory-progress.tsx')).InventoryProgress,
  {
    waiting,
  },
)
const LateReads = lazyPart(async () => (await import('#features/inventories/count/late-reads.tsx')).LateReads)
const ItemList = lazyPart(async () => (await import('#features/inventories/review/item-list.tsx')).ItemList, {
  waiting,
})

/** An inventory from its plan to its report. */
export function InventoryPage() {
  const { id = '' } = useParams({ strict: false })
  const { data: inventory, error, refetch } = useQuery(inventoryById(id))
  const manages = useManages()
  useRecent(
    inventory && {
      ...{ kind: 'inventory', id, text: inventory.inventoryId },
      detail: pathText(inventory.placeNames),
    },
  )
  const report = {
    text: m.reports_inventory_title(),
    link: screenLink('/dashboard/physical-inventory', useCity()),
  }
  if (isUnknown(error)) return <NotFound />
  if (inventory === undefined)
    return (
      <Page title={m.inventory_title()} crumbs={[m.crumb_reports(), report]}>
        {error === null ? (
          <Loading />
        ) : (
          <LoadFailed
            text={m.inventory_one_failed()}
            detail={messageOf(error, '') || undefined}
            onRetry={() => void refetch()}
          />
        )}
      </Page>
    )
  return (
    <Page
      title={inventory.inventoryId}
      crumbs={[m.crumb_reports(), report, inventory.inventoryId]}
      actions={<InventoryActions inventory={inventory} />}
    >
      <InventoryHead inventory={inventory} />
      {manages && (inventory.lateReads ?? 0) > 0 && <LateReads inventory={inventory} />}
      {!isCountedBlind(inventory) && <PapersSection kind="inventory" recordId={inventory._id} />}
      {inventory.status === 'approved' && <CertificatesSection inventoryId={id} manages={manages} />}
      <Contents inventory={inventory} />
    </Page>
  )
}

const text = z.string().optional()
/**
 * Includes the filters of both lists, so that they can be cleared: they mean something else in the other
 * list.
 */
const view = z.object({
  view: z.enum(['progress', 'items']).optional(),
  ...{ search: text, open: text, class: text, placeId: text, weak: text },
})
const unfiltered = {
  search: undefined,
  open: undefined,
  class: undefined,
  placeId: undefined,
  weak: undefined,
}

/**
 * Depends on what there is to see: nothing before counting starts, and little for a person who counts it
 * blind.
 */
function Contents({ inventory }: { inventory: Inventory }) {
  const [{ view: wanted }, setView] = useUrlState(view)
  const { status, total } = inventory
  if (status === 'planned') return <Note text={m.inventory_planned_text()} />
  if (isInHand(status))
    return <Note text={status === 'starting' ? m.inventory_starting_text() : m.inventory_approving_text()} />
  if (isCountedBlind(inventory)) return <Note text={m.inventory_blind_text()} />
  if (total === null) return <Note text={m.inventory_cancelled_text()} />
  const isOpen = status === 'counting' || status === 'review'
  const shown = wanted ?? (status === 'counting' ? 'progress' : 'items')
  return (
    <>
      <Group justify="space-between">
        <SegmentedControl
          className={classes.views ?? ''}
          aria-label={m.inventory_show()}
          value={shown}
          data={[
            { value: 'progress', label: m.inventory_progress() },
            { value: 'items', label: isOpen ? m.inventory_review() : m.inventory_items() },
          ]}
          onChange={(value) => setView({ ...unfiltered, view: value === 'items' ? 'items' : 'progress' })}
        />
        {isOpen && (
          <PlansButton search={{ layer: 'count', inventory: inventory._id }} within={inventory.placeNames} />
        )}
      </Group>
      {shown === 'progress' ? <InventoryProgress inventory={inventory} /> : <Items inventory={inventory} />}
    </>
  )
}

function Items({ inventory }: { inventory: Inventory }) {
  const file = useArchiveOf(inventory)
  if (file !== undefined) return <Note text={m.inventory_items_archived({ file })} />
  return <ItemList key={inventory.status} inventory={inventory} />
}

function Note({ text }: { text: string }) {
  return (
    <Paper withBorder className={classes.note ?? ''} role="status">
      <Text>{text}</Text>
    </Paper>
  )
}

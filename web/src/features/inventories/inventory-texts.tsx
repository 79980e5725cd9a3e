import type { ApprovalRefusal } from '@ats/contract/inventories/approval.ts'
import type { InventoryStatus, Repeat } from '@ats/contract/inventories/inventories.ts'
import type { Investigation } from '@ats/contract/inventories/investigations.ts'
import type { ItemClass, Resolution } from '@ats/contract/inventories/review.ts'
import { Badge } from '@mantine/core'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { actionTexts, itemClassNames } from '#kernel/words/inventory-words.ts'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { type JobStatus, StatusBadge } from '#ui/jobs/job-list.tsx'
import classes from './inventories.module.css'

const statuses: Record<InventoryStatus, JobStatus> = {
  planned: { text: m.inventory_status_planned, color: 'gray' },
  starting: { text: m.inventory_status_starting, color: 'blue' },
  counting: { text: m.inventory_status_counting, color: 'indigo' },
  review: { text: m.inventory_status_review, color: 'grape' },
  approving: { text: m.inventory_status_approving, color: 'blue' },
  approved: { text: m.inventory_status_approved, color: 'teal' },
  cancelled: { text: m.inventory_status_cancelled, color: 'gray' },
}

export const statusText = (status: InventoryStatus) => statuses[status].text()

export const InventoryStatusBadge = ({ status }: { status: InventoryStatus }) => (
  <StatusBadge status={statuses[status]} />
)

/** Shown instead of the Approve button. */
export const approvalRefusedTexts: Record<ApprovalRefusal, () => string> = {
  'inventory-counted-yourself': m.inventory_counted_yourself,
  'inventory-counters-count': m.inventory_counters_count,
  'inventory-proposed-yourself': m.inventory_proposed_yourself,
  'inventory-planned-yourself': m.inventory_planned_yourself,
  'inventory-account-yours': m.inventory_account_yours,
  'inventory-printed-yourself': m.inventory_printed_yourself,
  'inventory-tagged-yourself': m.inventory_tagged_yourself,
  'inventory-not-approver': m.inventory_not_approver,
  'inventory-too-little-counted': m.inventory_too_little,
  'inventory-nothing-counted': m.inventory_nothing_counted,
  'inventory-late-reads': m.inventory_late_reads,
}

export const repeatTexts: Record<Repeat, () => string> = {
  monthly: m.inventory_repeat_monthly,
  quarterly: m.inventory_repeat_quarterly,
}

export const classTexts: Record<ItemClass, { text: () => string; color: string }> = {
  found: { text: itemClassNames.found, color: 'teal' },
  misplaced: { text: itemClassNames.misplaced, color: 'violet' },
  'not-found': { text: itemClassNames['not-found'], color: 'red' },
  outside: { text: itemClassNames.outside, color: 'grape' },
  binned: { text: itemClassNames.binned, color: 'gray' },
  unknown: { text: itemClassNames.unknown, color: 'cyan' },
}

export function ClassBadge({ of }: { of: ItemClass }) {
  const { text, color } = classTexts[of]
  return (
    <Badge variant="light" tt="none" color={color} className={classes.badge ?? ''}>
      {text()}
    </Badge>
  )
}

/**
 * A proposal with its details: 'Request state Lost: not seen since May'. `name` is that of the person or asset
 * in it, if it may be known.
 */
export function resolutionText(resolution: Resolution, name: string | null): string {
  switch (resolution.action) {
    case 'request-state':
      return m.inventory_proposed_state({ state: shownName(resolution.newState), reason: resolution.reason })
    case 'register':
      return m.inventory_proposed_register({ name: resolution.assetName })
    case 'ignore':
      return m.inventory_proposed_ignore({ reason: resolution.reason })
    case 'found-elsewhere':
      return m.inventory_proposed_elsewhere(resolution)
    case 'replaced':
      return m.inventory_proposed_replaced({
        asset: name ?? m.common_not_given(),
        evidence: resolution.evidence,
      })
    case 'register-error':
      return m.inventory_proposed_error({ reason: resolution.reason })
    case 'investigate':
      return m.inventory_proposed_investigate({
        owner: name ?? m.common_not_given(),
        day: formatDate(resolution.until),
        reason: resolution.reason,
      })
    default:
      return actionTexts[resolution.action]()
  }
}

/** Null: the figure is unknown, or hidden from the person for now. */
export const figureText = (figure: number | null) =>
  figure === null ? m.common_not_given() : formatNumber(figure)

export const pathText = (names: readonly string[]) => names.join(' > ')

export const investigatedName = ({ assetName, assetTagId, tag }: Investigation) =>
  [assetName ?? m.inventory_class_unknown(), assetTagId ?? tag].filter(Boolean).join(' ')

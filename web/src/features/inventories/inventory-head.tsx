import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import { Paper, Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { Due } from '#features/inventories/plan/open-inventories.tsx'
import { useCity } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { ColumnHints } from '#ui/text/column-hints.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import classes from './inventories.module.css'
import { figureText, InventoryStatusBadge, pathText, repeatTexts } from './inventory-texts.tsx'

const counted: readonly Inventory['status'][] = ['counting', 'review']

/** A person who counts it blind gets no figures until it is approved. */
export const isCountedBlind = ({ blind, status, total }: Inventory) =>
  blind && total === null && counted.includes(status)

/** Place, people, due date, and the figures as far as they are known. */
export function InventoryHead({ inventory }: { inventory: Inventory }) {
  return (
    <Paper component="section" withBorder className={classes.head ?? ''} aria-label={m.inventory_facts()}>
      <div className={classes.lead}>
        <InventoryStatusBadge status={inventory.status} />
        <strong>{pathText(inventory.placeNames)}</strong>
        {inventory.blind && <span className={classes.quiet}>{m.inventory_is_blind()}</span>}
        {inventory.fixedReaders && <span className={classes.quiet}>{m.inventory_takes_fixed_readers()}</span>}
        <Due inventory={inventory} />
      </div>
      <Facts inventory={inventory} />
      {inventory.total !== null && <Figures inventory={inventory} total={inventory.total} />}
    </Paper>
  )
}

function Facts({ inventory }: { inventory: Inventory }) {
  const { people, createdBy, createdAt, inventoryDate, reviewedAt, approvedBy, approvedAt, repeat } =
    inventory
  return (
    <dl className={classes.facts}>
      <Fact name={m.inventory_people()}>
        {people.length === 0 ? m.inventory_people_anyone() : people.map(({ name }) => name).join(', ')}
      </Fact>
      <Fact name={m.inventory_created_by()}>
        {createdBy}, <Moment at={createdAt} as="date" />
      </Fact>
      {inventoryDate !== null && (
        <Fact name={m.inventory_started()}>
          <Moment at={inventoryDate} />
        </Fact>
      )}
      {reviewedAt !== null && (
        <Fact name={m.inventory_ended()}>
          <Moment at={reviewedAt} />
        </Fact>
      )}
      {approvedAt !== null && (
        <Fact name={m.inventory_approved()}>
          {approvedBy ?? m.common_not_given()}, <Moment at={approvedAt} />
        </Fact>
      )}
      <Approval inventory={inventory} />
      {inventory.openReason !== null && (
        <Fact name={m.inventory_open_reason_given()}>{inventory.openReason}</Fact>
      )}
      {repeat !== null && <Fact name={m.inventory_repeat()}>{repeatTexts[repeat]()}</Fact>}
    </dl>
  )
}

/** Who is to approve it, how much has to be counted, and the exception from both. */
function Approval({ inventory: { approver, mustCount, countedShare, exception } }: { inventory: Inventory }) {
  return (
    <>
      {approver !== null && <Fact name={m.inventory_approver()}>{approver.name}</Fact>}
      {mustCount !== null && (
        <Fact name={m.inventory_counted_share()}>
          {m.inventory_counted_share_of({
            share: figureText(countedShare),
            minimum: formatNumber(mustCount),
          })}
        </Fact>
      )}
      {exception !== null && (
        <Fact name={m.inventory_exception()}>{m.inventory_exception_text(exception)}</Fact>
      )}
    </>
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

const accessColumn = { id: 'access', header: m.inventory_access, hint: m.inventory_access_hint }

/** Found and not found add up to the total; the smaller figures divide them further. */
function Figures({ inventory, total }: { inventory: Inventory; total: number }) {
  const { found, notFound, access, misplaced, seenByHand, weak, outside, binned, unknown } = inventory
  const large = [
    { name: m.inventory_total(), figure: total },
    { name: m.inventory_found(), figure: found },
    { name: m.inventory_not_found(), figure: notFound },
    { name: m.inventory_access(), figure: access },
  ]
  const small = [
    { name: m.inventory_misplaced(), figure: misplaced },
    { name: m.inventory_by_hand(), figure: seenByHand },
    { name: m.inventory_weak(), figure: weak },
    { name: m.inventory_class_outside(), figure: outside },
    { name: m.inventory_class_binned(), figure: binned },
    { name: m.inventory_unknown(), figure: unknown, leads: true },
  ].filter(({ figure }) => figure !== null && figure > 0)
  return (
    <>
      <dl className={classes.figures}>
        {large.map(({ name, figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figureText(figure)}</dd>
          </div>
        ))}
      </dl>
      <ColumnHints columns={[accessColumn]} px={0} />
      <Progress
        value={(100 * (found ?? 0)) / Math.max(total, 1)}
        aria-label={m.inventory_found_of({ found: figureText(found), total: formatNumber(total) })}
      />
      {small.length > 0 && (
        <ul className={classes.small} aria-label={m.inventory_figures_small()}>
          {small.map(({ name, figure, leads }) => (
            <li key={name}>
              {leads ? <UnknownTagsLink inventoryId={inventory._id} text={name} /> : name}{' '}
              <strong>{figureText(figure)}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type LinkProps = { inventoryId: string; text: string }

/** The worklist, filtered to this inventory, for people who may open it. */
function UnknownTagsLink({ inventoryId, text }: LinkProps) {
  const location = useCity()
  if (!useMayOpen()('/dashboard/$location/unknown-tags')) return text
  return (
    <AnchorLink to="/dashboard/$location/unknown-tags" params={{ location }} search={{ inventoryId }} inherit>
      {text}
    </AnchorLink>
  )
}

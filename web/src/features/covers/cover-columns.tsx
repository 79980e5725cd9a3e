import type { Cover, CoverFilter } from '@ats/contract/covers.ts'
import type { exportColumns } from '@ats/contract/exports.ts'
import { useCity } from '#kernel/address/location.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { StatusBadge } from '#ui/jobs/job-list.tsx'
import type { ColumnOf } from '#ui/table/column.ts'
import { AnchorLink } from '#ui/text/link.tsx'
import { assetCountText, costText, coverKindName, daysLeftText, stateLooks } from './cover-words.ts'
import classes from './covers.module.css'

/** Opens the page of a cover. */
export function CoverLink({ id, name }: { id: string; name: string }) {
  return (
    <AnchorLink
      to="/dashboard/$location/manage-asset/covers/$id"
      params={{ location: useCity(), id }}
      inherit
    >
      {name}
    </AnchorLink>
  )
}

/** Its state, and how long it still runs. */
export function CoverStanding({ cover }: { cover: Cover }) {
  const left = daysLeftText(cover)
  return (
    <span className={classes.standing}>
      <StatusBadge status={stateLooks[cover.state]} />
      {left !== undefined && <span>{left}</span>}
    </span>
  )
}

export const coverColumns: ColumnOf<Cover, CoverFilter['sort'], (typeof exportColumns)['covers'][number]>[] =
  [
    {
      ...{ id: 'name', header: m.covers_name, sort: 'name', card: 'title', hidden: 'never' },
      cell: ({ _id, name }) => <CoverLink id={_id} name={name} />,
    },
    { id: 'kind', header: m.covers_kind, cell: ({ kind }) => coverKindName(kind), card: 'second' },
    { id: 'vendor', header: m.assets_vendor, cell: ({ vendor }) => vendor?.name ?? m.common_not_given() },
    {
      ...{ id: 'startsOn', header: m.covers_starts, sort: 'startsOn' },
      cell: ({ startsOn }) => formatDate(startsOn),
    },
    {
      ...{ id: 'endsOn', header: m.covers_ends, sort: 'endsOn', card: 'second' },
      cell: ({ endsOn }) => formatDate(endsOn),
    },
    {
      ...{ id: 'state', header: m.covers_state, card: 'third' },
      cell: (cover) => <CoverStanding cover={cover} />,
    },
    {
      ...{ id: 'cost', header: m.covers_cost, align: 'end', exports: ['cost', 'currency'] },
      cell: ({ cost }) => costText(cost),
    },
    {
      ...{ id: 'assets', header: m.covers_assets, align: 'end' },
      cell: ({ assets }) => assetCountText(assets),
    },
  ]

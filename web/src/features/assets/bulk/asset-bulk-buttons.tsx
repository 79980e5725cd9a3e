import type { BulkAction } from '@ats/contract/assets/bulk.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ownFieldList } from '#features/own-fields/own-fields.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { Chosen } from '#ui/table-parts/bulk-bar.tsx'

export type BulkKind = BulkAction['action']
type Filter = NonNullable<BulkAction['filter']>
export type BulkTask = {
  kind: BulkKind
  chosen: Chosen
  /** Undefined if the assets are chosen by their ids. */
  filter: Filter | undefined
  /** The names of the assets on the page, by id. */
  names: ReadonlyMap<string, string>
}

export const bulkTexts = {
  move: {
    button: m.assets_move,
    title: (count: number) => counted(count, m.assets_bulk_move_title_one, m.assets_bulk_move_title),
    done: (count: number, place: string) =>
      counted(
        count,
        (counted) => m.assets_bulk_moved_one({ ...counted, place }),
        (counted) => m.assets_bulk_moved({ ...counted, place }),
      ),
  },
  assign: {
    button: m.assets_assign,
    title: (count: number) => counted(count, m.assets_bulk_assign_title_one, m.assets_bulk_assign_title),
    done: (count: number) => counted(count, m.assets_bulk_assigned_one, m.assets_bulk_assigned),
  },
  'set-field': {
    button: m.assets_set_field,
    title: (count: number) =>
      counted(count, m.assets_bulk_set_field_title_one, m.assets_bulk_set_field_title),
    done: (count: number) => counted(count, m.assets_bulk_set_field_done_one, m.assets_bulk_set_field_done),
  },
  delete: {
    button: m.common_delete,
    title: (count: number) => counted(count, m.assets_bulk_delete_title_one, m.assets_bulk_delete_title),
    done: (count: number) => counted(count, m.assets_bulk_deleted_one, m.assets_bulk_deleted),
  },
} as const

type Props = {
  onChoose: (kind: BulkKind) => void
  onCover: () => void
  /** Undefined unless all assets were selected one by one. */
  onAsk: (() => void) | undefined
}

export function BulkButtons({ onChoose, onCover, onAsk }: Props) {
  const { data: fields = [] } = useQuery(ownFieldList())
  const texts = Object.entries(bulkTexts).filter(([kind]) => kind !== 'set-field' || fields.length > 0)
  return (
    <>
      {onAsk !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onAsk}>
          {m.requests_ask()}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onCover}>
        {m.covers_add_to()}
      </Button>
      {texts.map(([kind, { button }]) => (
        <Button
          key={kind}
          size="compact-sm"
          variant={kind === 'delete' ? 'light' : 'default'}
          {...(kind === 'delete' && { color: 'red' })}
          {...(kind === 'move' && { 'aria-keyshortcuts': 'm' })}
          onClick={() => onChoose(kind as BulkKind)}
        >
          {button()}
        </Button>
      ))}
    </>
  )
}

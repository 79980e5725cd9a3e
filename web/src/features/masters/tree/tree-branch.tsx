import type { PlaceNode } from '@ats/contract/place-tree.ts'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useScope } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import classes from './tree.module.css'
import { AddRow } from './tree-input.tsx'
import { branchOf } from './tree-queries.ts'
import { TreeRow } from './tree-row.tsx'
import { useTree } from './tree-state.tsx'

type Props = { above: readonly PlaceNode[] }

/** The children of a place, each with its own branch if expanded; without a parent, the cities. */
export function Branch({ above }: Props) {
  const { around, editing } = useTree()
  const parent = above.at(-1) ?? null
  const query = useInfiniteQuery(branchOf(parent?._id ?? null, useScope(), around.get(parent?._id ?? null)))
  const pages = query.data?.pages ?? []
  const [first] = pages
  const level = above.length + 1
  const isAddedTo = editing !== undefined && 'add' in editing && editing.add?._id === parent?._id
  return (
    <>
      {isAddedTo && <AddRow kind={editing.kind} parent={parent} level={level} />}
      {query.hasPreviousPage && (
        <More level={level} text={m.places_show_earlier()} onClick={query.fetchPreviousPage} />
      )}
      {query.isPending && <Note level={level}>{query.isError ? null : <Loading />}</Note>}
      {query.isError && pages.length === 0 && (
        <Note level={level}>
          <LoadFailed
            text={m.places_failed()}
            detail={messageOf(query.error, '') || undefined}
            onRetry={() => void query.refetch()}
          />
        </Note>
      )}
      {pages.flatMap((page) =>
        page.places.map((node, at) => (
          <Node key={node._id} node={node} above={above} position={page.from + at} of={page.total} />
        )),
      )}
      {query.hasNextPage && first && (
        <More
          level={level}
          text={m.places_show_more({ count: formatNumber(first.total) })}
          onClick={query.fetchNextPage}
        />
      )}
    </>
  )
}

type NodeProps = Props & { node: PlaceNode; position: number; of: number }

function Node({ node, above, position, of }: NodeProps) {
  const { opened, editing } = useTree()
  const isAddedTo = editing !== undefined && 'add' in editing && editing.add?._id === node._id
  const isOpen = isAddedTo || (opened.has(node._id) && node.children > 0)
  return (
    <>
      <TreeRow spot={{ node, above }} isOpen={isOpen} position={position} of={of} />
      {isOpen && <Branch above={[...above, node]} />}
    </>
  )
}

/** Other content is a treeitem too, because a tree may contain nothing else. */
function Note({ level, children }: { level: number; children: React.ReactNode }) {
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={false}
      tabIndex={-1}
      className={classes.note}
      data-level={level}
    >
      {children}
    </div>
  )
}

function More({ level, text, onClick }: { level: number; text: string; onClick: () => unknown }) {
  return (
    <Note level={level}>
      <Button size="compact-sm" variant="subtle" onClick={() => void onClick()}>
        {text}
      </Button>
    </Note>
  )
}

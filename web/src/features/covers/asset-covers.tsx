import type { Cover } from '@ats/contract/covers.ts'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHolds } from '#kernel/address/screen.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { AddToCover } from './add-to-cover.tsx'
import { CoverLink, CoverStanding } from './cover-columns.tsx'
import { coversOfAsset } from './cover-queries.ts'
import { coverKindName } from './cover-words.ts'
import classes from './covers.module.css'

/** The running covers of an asset. Without any there is only the action to add it to one. */
export function AssetCovers({ asset: { _id } }: { asset: { _id: string } }) {
  const { data, isError, refetch } = useQuery(coversOfAsset(_id))
  const manages = useHolds('manage-asset')
  const [isAdding, setAdding] = useState(false)
  if (isError) return <LoadFailed text={m.covers_of_asset_failed()} onRetry={() => void refetch()} />
  if (data === undefined || (data.length === 0 && !manages)) return null
  const add = manages && (
    <Anchor component="button" type="button" size="sm" onClick={() => setAdding(true)}>
      {m.covers_add_to()}
    </Anchor>
  )
  const one = { ids: [_id], allMatching: false, except: [], count: 1, clear: () => undefined }
  return (
    <>
      {data.length === 0 ? (
        <div>{add}</div>
      ) : (
        <section aria-labelledby="asset-covers">
          <div className={classes.panelHead}>
            <h3 id="asset-covers" className={classes.heading}>
              {m.covers_of_asset()}
            </h3>
            {add}
          </div>
          <ul className={classes.covers}>
            {data.map((cover) => (
              <Item key={cover._id} cover={cover} />
            ))}
          </ul>
        </section>
      )}
      {isAdding && <AddToCover chosen={one} onClose={() => setAdding(false)} />}
    </>
  )
}

function Item({ cover }: { cover: Cover }) {
  const { _id, name, kind, endsOn } = cover
  return (
    <li>
      <span>
        <CoverLink id={_id} name={name} />{' '}
        <span className={classes.quiet}>
          {coverKindName(kind)} · {m.covers_ends()} {formatDate(endsOn)}
        </span>
      </span>
      <CoverStanding cover={cover} />
    </li>
  )
}

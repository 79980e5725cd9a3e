import { m } from '#texts'
import { CopyId } from '#ui/text/copy-id.tsx'
import classes from './asset-tag-end.module.css'

const shown = 12

/** The last characters of a tag, where tags of one manufacturer differ; the full tag on hover. */
export function TagEnd({ tag }: { tag: string | null }) {
  if (tag === null) return m.deleted_no_tag()
  return (
    <span className={classes.tag}>
      {tag.length > shown && '…'}
      <CopyId id={tag} show={shown} />
    </span>
  )
}

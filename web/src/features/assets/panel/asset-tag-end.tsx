import { m } from '#texts'
import { CopyId } from '#ui/text/copy-id.tsx'
import classes from './asset-tag-end.module.css'

const shown = 12

/** The end of a tag, where tags of one maker differ; the rest on hover. */
export function TagEnd({ tag }: { tag: string | null }) {
  if (tag === null) return m.deleted_no_tag()
  return (
    <span className={classes.tag}>
      {tag.length > shown && '…'}
      <CopyId id={tag} show={shown} />
    </span>
  )
}

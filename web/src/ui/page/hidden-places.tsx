import { IconEyeOff } from '@tabler/icons-react'
import { useSession } from '#kernel/session/session.ts'
import { hiddenTexts } from '#kernel/words/hidden-places.ts'
import classes from './hidden-places.module.css'

/** Explains why assets are missing from lists, numbers and searches while the person counts a place blind. */
export function HiddenPlaces() {
  const texts = hiddenTexts(useSession()?.user)
  if (texts.length === 0) return null
  return (
    <div role="note" className={classes.notice}>
      <IconEyeOff size={18} aria-hidden="true" />
      <div>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  )
}

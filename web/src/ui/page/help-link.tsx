import { screenLink, useCity } from '#kernel/address/location.ts'
import { useSession } from '#kernel/session/session.ts'
import type { HelpAnswer } from '#kernel/words/help-topics.ts'
import { AnchorLink } from '#ui/text/link.tsx'

type Props = {
  /** The answer that helps here; without it the link leads to the list of answers. */
  answer?: HelpAnswer
  children: string
  onClick?: () => void
}

/** A link to the Help Desk, which requires a sign-in. */
export function HelpLink({ answer, ...props }: Props) {
  const city = useCity()
  const link = screenLink('/dashboard/$location/help-desk', city)
  if (useSession() === null) return null
  const hash = answer === undefined ? {} : { hash: answer }
  return <AnchorLink {...(link as { to: '/' })} {...hash} size="sm" {...props} />
}

import { IconLock } from '@tabler/icons-react'
import { m } from '#texts'
import { ButtonLink } from '#ui/text/link.tsx'
import { HelpLink } from './help-link.tsx'
import { MessagePage } from './message-page.tsx'
import { Crumbs } from './page.tsx'

export function Unauthorized() {
  return (
    <>
      <Crumbs crumbs={[m.unauthorized_title()]} />
      <MessagePage
        icon={<IconLock size={34} />}
        color="orange"
        title={m.unauthorized_title()}
        text={m.unauthorized_text()}
        hint={m.unauthorized_hint()}
      >
        <ButtonLink to="/dashboard">{m.common_back_to_dashboard()}</ButtonLink>
        <HelpLink answer="who-sees-what">{m.help_q_scope()}</HelpLink>
      </MessagePage>
    </>
  )
}

import { IconMapPinQuestion } from '@tabler/icons-react'
import { m } from '#texts'
import { ButtonLink } from '#ui/text/link.tsx'
import { MessagePage } from './message-page.tsx'
import { Crumbs } from './page.tsx'

export function NotFound() {
  return (
    <>
      <Crumbs crumbs={[m.not_found_title()]} />
      <MessagePage
        icon={<IconMapPinQuestion size={34} />}
        title={m.not_found_title()}
        text={m.not_found_text()}
      >
        <ButtonLink to="/dashboard">{m.common_back_to_dashboard()}</ButtonLink>
      </MessagePage>
    </>
  )
}

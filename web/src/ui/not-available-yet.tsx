import { IconTools } from '@tabler/icons-react'
import { m } from '#texts'
import { ButtonLink } from './link.tsx'
import { MessagePage } from './message-page.tsx'
import { Crumbs } from './page.tsx'

/** Stands in for a screen that is still to come. */
export function NotAvailableYet({ title }: { title: string }) {
  return (
    <>
      <Crumbs crumbs={[title]} />
      <MessagePage
        icon={<IconTools size={34} />}
        title={title}
        text={`${m.not_available_title()}. ${m.not_available_text()}`}
      >
        <ButtonLink to="/dashboard" variant="default">
          {m.common_back_to_dashboard()}
        </ButtonLink>
      </MessagePage>
    </>
  )
}

import { Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { m } from '#texts'
import { ButtonLink } from './link.tsx'
import { MessagePage } from './message-page.tsx'

export function Unauthorized() {
  return (
    <MessagePage
      icon={<IconLock size={34} />}
      color="orange"
      title={m.unauthorized_title()}
      text={m.unauthorized_text()}
    >
      <Text w="100%" size="sm" c="dimmed">
        {m.unauthorized_hint()}
      </Text>
      <ButtonLink to="/dashboard">{m.common_back_to_dashboard()}</ButtonLink>
    </MessagePage>
  )
}

import { Button, type ButtonProps } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { m } from '#texts'

/** A plain link loads the page instead of routing to it, so that the service worker of /count controls it. */
export function CountLink(props: ButtonProps) {
  return (
    <Button component="a" href="/count" leftSection={<IconScan size={16} aria-hidden="true" />} {...props}>
      {m.inventory_count()}
    </Button>
  )
}

import { Button, type ButtonProps } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { m } from '#texts'

/** Counting has a page of its own, which works without a network; it is loaded as such. */
export function CountLink(props: ButtonProps) {
  return (
    <Button component="a" href="/count" leftSection={<IconScan size={16} aria-hidden="true" />} {...props}>
      {m.inventory_count()}
    </Button>
  )
}

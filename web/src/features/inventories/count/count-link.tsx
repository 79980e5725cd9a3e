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

/** Leads to what nobody has found yet. */
export const FindMissingLink = ({ id }: { id: string }) => (
  <Button component="a" href={`/count?inventory=${id}&find=missing`} variant="default">
    {m.inventory_find_missing()}
  </Button>
)

type Found = { id: string; name: string }

/** Leads to one asset by the signal of its tag. */
export const FindAssetLink = ({ id, name }: Found) => (
  <Button
    component="a"
    href={`/count?find=asset:${id}`}
    variant="default"
    size="compact-sm"
    aria-label={m.inventory_find_it_named({ name })}
  >
    {m.inventory_find_it()}
  </Button>
)

import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { belowMenu } from '#kernel/device/theme.ts'
import { m } from '#texts'

/**
 * The filters of a list. On narrow windows they are collapsed behind a button with the number of active ones.
 */
export function FoldedFilters({ set, children }: { set: readonly unknown[]; children: ReactNode }) {
  const isNarrow = useMediaQuery(belowMenu, undefined, { getInitialValueInEffect: false })
  const [opened, { toggle }] = useDisclosure(false)
  const count = set.filter(Boolean).length
  if (!isNarrow) return children
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden="true" />}
        aria-expanded={opened}
        onClick={toggle}
      >
        {count === 0 ? m.common_filters() : m.common_filters_count({ count })}
      </Button>
      {opened && children}
    </>
  )
}

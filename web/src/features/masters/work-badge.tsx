import type { MasterWork } from '@ats/contract/places.ts'
import { Badge } from '@mantine/core'
import { m } from '#texts'

const texts: Record<MasterWork, () => string> = {
  'merge-masters': m.masters_being_merged,
  'move-place': m.masters_being_moved,
}

export const WorkBadge = ({ work }: { work: MasterWork }) => (
  <Badge size="sm" variant="light" color="blue" ml="xs" tt="none">
    {texts[work]()}
  </Badge>
)

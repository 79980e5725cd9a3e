import { SegmentedControl } from '@mantine/core'
import { m } from '#texts'

type Props = { ignored: 'true' | 'false'; onChoose: (ignored: 'true' | 'false') => void }

/** Switches a worklist between its open entries and the ignored ones. */
export function IgnoredChoice({ ignored, onChoose }: Props) {
  return (
    <SegmentedControl
      aria-label={m.queue_show()}
      value={ignored}
      data={[
        { value: 'false', label: m.unknown_tags_to_do() },
        { value: 'true', label: m.unknown_tags_ignored() },
      ]}
      onChange={(value) => onChoose(value === 'true' ? 'true' : 'false')}
    />
  )
}

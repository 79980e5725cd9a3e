import { ColorSwatch, Group } from '@mantine/core'
import { shownName } from '#kernel/words/seeded-names.ts'
import { useIsOnPaper } from '#ui/print/on-paper.ts'
import { WholeWords } from '#ui/print/whole-words.tsx'

const colors: Record<string, string> = {
  working: 'var(--mantine-color-teal-6)',
  up: 'var(--mantine-color-cyan-6)',
  'not-working': 'var(--mantine-color-red-6)',
}

/** The state's name with a colour; custom states are grey. */
export function AssetState({ state }: { state: string }) {
  if (useIsOnPaper()) return <WholeWords text={shownName(state)} />
  const color = colors[state.toLowerCase()] ?? 'var(--mantine-color-gray-5)'
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <ColorSwatch component="span" size={8} color={color} withShadow={false} aria-hidden="true" />
      {shownName(state)}
    </Group>
  )
}

import { ColorSwatch, Group } from '@mantine/core'
import { shownName } from '#kernel/words/seeded-names.ts'
import { useIsOnPaper } from '#ui/print/on-paper.ts'
import { WholeWords } from '#ui/print/whole-words.tsx'

const colors: Record<string, string> = {
  working: 'var(--mantine-color-teal-6)',
  up: 'var(--mantine-color-cyan-6)',
  'not-working': 'var(--mantine-color-red-6)',
}

/** The colour of a state wherever it is drawn; custom states are grey. */
export const stateColor = (state: string) => colors[state.toLowerCase()] ?? 'var(--mantine-color-gray-5)'

/** The state's name with its colour. */
export function AssetState({ state }: { state: string }) {
  if (useIsOnPaper()) return <WholeWords text={shownName(state)} />
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <ColorSwatch
        component="span"
        size={8}
        color={stateColor(state)}
        withShadow={false}
        aria-hidden="true"
      />
      {shownName(state)}
    </Group>
  )
}

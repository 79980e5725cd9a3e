import { Text } from '@mantine/core'

type Hinted = { id: string; header: () => string; hint?: () => string }

/** What the columns with a hint mean, in words: a tooltip helps neither a finger nor on paper. */
export function ColumnHints({ columns }: { columns: readonly Hinted[] }) {
  return columns.map(
    ({ id, header, hint }) =>
      hint !== undefined && (
        <Text key={id} size="xs" c="dimmed" px="xs" py={6}>
          {header()} – {hint()}
        </Text>
      ),
  )
}

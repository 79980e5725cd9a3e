import { Text } from '@mantine/core'

type Hinted = { id: string; header: () => string; hint?: () => string }

type Props = { columns: readonly Hinted[]; px?: 'xs' | 0 }

/** Explains the columns with a hint in words, because tooltips work neither by touch nor on paper. */
export function ColumnHints({ columns, px = 'xs' }: Props) {
  return columns.map(
    ({ id, header, hint }) =>
      hint !== undefined && (
        <Text key={id} size="xs" c="dimmed" px={px} py={6}>
          {header()} – {hint()}
        </Text>
      ),
  )
}

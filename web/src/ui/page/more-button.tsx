import { Button, type ButtonProps } from '@mantine/core'
import { m } from '#texts'

type Props = ButtonProps & {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  text: string
}

/** Loads the next page of a list below the current ones; renders nothing on the last page. */
export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  text,
  ...props
}: Props) {
  if (!hasNextPage) return null
  return (
    <Button
      variant="default"
      {...props}
      aria-disabled={isFetchingNextPage}
      onClick={() => isFetchingNextPage || void fetchNextPage()}
    >
      {isFetchingNextPage ? m.common_loading() : text}
    </Button>
  )
}

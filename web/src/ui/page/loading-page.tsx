import { Skeleton, Stack } from '@mantine/core'
import { Loading } from './loading.tsx'

export function LoadingPage() {
  return (
    <Stack gap="md" py="sm">
      <Loading />
      <Skeleton h={28} w="min(20rem, 70%)" aria-hidden="true" />
      <Skeleton h={180} aria-hidden="true" />
    </Stack>
  )
}

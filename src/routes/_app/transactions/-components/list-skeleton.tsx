import { Skeleton, Stack } from '@mantine/core'

/** Three blocks: the head of the table, its rows, its foot. */
export function ListSkeleton() {
  return (
    <Stack gap="md" p="md" aria-busy>
      <Skeleton height="1.25rem" />
      <Skeleton height="26rem" />
      <Skeleton height="2rem" />
    </Stack>
  )
}

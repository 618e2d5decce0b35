import { Group, Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { customerColumns } from './customer-cards.tsx'

const places = [1, 2, 3, 4, 5, 6]

/** As many cards as fit on a first screen, in the shape of the real ones. */
export function CustomerSkeletons() {
  return (
    <SimpleGrid cols={customerColumns} spacing="md">
      {places.map((place) => (
        <Paper key={place} p="md" data-skeleton>
          <Stack gap="md">
            <Group gap="sm" wrap="nowrap">
              <Skeleton circle height="2.375rem" />
              <Stack gap={6} flex={1}>
                <Skeleton height="1rem" width="60%" />
                <Skeleton height="0.875rem" width="85%" />
              </Stack>
            </Group>
            <Skeleton height="2.6rem" />
            <Skeleton height="1.875rem" />
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

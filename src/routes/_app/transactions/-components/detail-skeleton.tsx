import { Grid, Skeleton, Stack } from '@mantine/core'

export function DetailSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height="8rem" radius="lg" />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Skeleton height="24rem" radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Skeleton height="14rem" radius="lg" />
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = { title: string; about: string; children: ReactNode }

export function Card({ title, about, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" p={{ base: 'md', sm: 'lg' }} aria-labelledby={id}>
      <Stack gap="md">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          <Text size="sm" c="dimmed" mt={2}>
            {about}
          </Text>
        </div>
        {children}
      </Stack>
    </Paper>
  )
}

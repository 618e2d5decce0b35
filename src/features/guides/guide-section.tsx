import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { MarkedText } from './marked-text.tsx'

type Props = { title: string; text?: string; id?: string; children: ReactNode }

export function GuideSection({ title, text, id, children }: Props) {
  const titleId = useId()
  return (
    <Paper component="section" p={{ base: 'md', sm: 'lg' }} aria-labelledby={titleId} id={id}>
      <Stack gap="sm">
        <div>
          <Title order={3} id={titleId}>
            {title}
          </Title>
          {text && (
            <Text size="sm" c="dimmed" mt={2}>
              <MarkedText text={text} />
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}

import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { MarkedText } from '../../../features/guides/marked-text.tsx'

type Props = { title: string; text?: string; children: ReactNode }

export function DocsSection({ title, text, children }: Props) {
  const titleId = useId()
  return (
    <Paper component="section" p={{ base: 'md', sm: 'lg' }} aria-labelledby={titleId}>
      <Stack gap="md">
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

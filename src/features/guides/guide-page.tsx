import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Page } from '#client/components/page.tsx'
import { spoken } from '#client/lib/spoken.ts'
import { MarkedText } from './marked-text.tsx'

type Props = { title: string; intro: string; badge?: ReactNode; children: ReactNode }

/** The frame of an Italian page. The header's title is the shell's, so the page says its own. */
export function GuidePage({ title, intro, badge, children }: Props) {
  return (
    <Page title={title} width="64rem">
      <Stack gap="lg" lang={spoken('it')}>
        <div>
          <Group gap="sm">
            <Title order={2} size="1.375rem">
              {title}
            </Title>
            {badge}
          </Group>
          <Text c="dimmed" mt={6} maw="46rem">
            {intro}
          </Text>
        </div>
        {children}
      </Stack>
    </Page>
  )
}

type GuideSectionProps = { title: string; text?: string; id?: string; children: ReactNode }

export function GuideSection({ title, text, id, children }: GuideSectionProps) {
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

import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from '../../components/page.tsx'

type Props = { title: string; intro: string; badge?: ReactNode; children: ReactNode }

/** The frame of an Italian page. The header's title is the shell's, so the page says its own. */
export function GuidePage({ title, intro, badge, children }: Props) {
  return (
    <Page title={title} width="64rem">
      <Stack gap="lg" lang="it">
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

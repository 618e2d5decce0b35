import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Page } from '#client/components/page.tsx'
import { languageFor } from '#client/lib/language-for.ts'
import { MarkedText } from './marked-text.tsx'

type Props = { title: string; intro: string; badge?: ReactNode; children: ReactNode }

/** The layout of a page that is always in Italian. */
export function GuidePage({ title, intro, badge, children }: Props) {
  return (
    <Page title={title} lang={languageFor('it')}>
      <Stack gap="lg" lang={languageFor('it')}>
        <div>
          {badge}
          <Text c="dimmed" mt={badge ? 6 : 0} maw="46rem">
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
          <Title order={2} id={titleId}>
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

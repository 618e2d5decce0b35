import { Anchor, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { CodeLines } from '#client/features/guides/code-lines.tsx'
import { ExternalLink } from '#client/features/guides/external-link.tsx'
import { GuidePage, GuideSection } from '#client/features/guides/guide-page.tsx'
import { MarkedText, Points } from '#client/features/guides/marked-text.tsx'
import { useProgress } from '#client/features/guides/use-progress.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { variant } from '#client/lib/app-variant.ts'
import { clerkQuick } from '#client/texts/en/clerk-quick.ts'
import classes from './-clerk-setup/clerk-setup.module.css'
import { EnvironmentPage } from './-environment/environment-page.tsx'

export const Route = createFileRoute('/_app/clerk-quick-setup')({
  staticData: { needsMerchant: false },
  component: ClerkQuickSetup,
})

function ClerkQuickSetup() {
  return variant === 'development' ? <EnvironmentPage /> : <ClerkQuickPage />
}

const ids = clerkQuick.items.map(({ id }) => id)

function ClerkQuickPage() {
  return (
    <GuidePage title={clerkQuick.title} intro={clerkQuick.intro}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Checklist />
        <Stack gap="md" miw={0}>
          <GuideSection title={clerkQuick.file.title} text={clerkQuick.file.text}>
            <CodeLines code={clerkQuick.file.code} what={clerkQuick.file.what} />
          </GuideSection>
          <GuideSection title={clerkQuick.start.title}>
            <CodeLines code={clerkQuick.start.code} what={clerkQuick.start.what} />
          </GuideSection>
          <GuideSection title={clerkQuick.trouble.title}>
            <Points points={clerkQuick.trouble.points} />
          </GuideSection>
          <MoreLinks />
        </Stack>
      </SimpleGrid>
    </GuidePage>
  )
}

function Checklist() {
  const { user } = useSignedIn()
  const { done, complete, undo } = useProgress({ guide: 'clerk-quick', userId: user?.id, ids })
  return (
    <GuideSection title={clerkQuick.checklist} text={clerkQuick.hint}>
      <ul className={classes.items}>
        {clerkQuick.items.map(({ id, title, text, link }) => (
          <li key={id} className={classes.item}>
            <Checkbox
              label={title}
              description={<MarkedText text={text} />}
              classNames={{ label: classes.label }}
              checked={done.includes(id)}
              onChange={(event) => (event.currentTarget.checked ? complete(id) : undo(id))}
            />
            {link && (
              <div className={classes.link}>
                <ExternalLink {...link} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" role="status">
        {clerkQuick.progress(done.length)}
      </Text>
    </GuideSection>
  )
}

const moreLinks = [
  { to: '/clerk-setup-guide', label: clerkQuick.more.full },
  { to: '/clerk-visual-guide', label: clerkQuick.more.visual },
  { to: '/environment-management', label: clerkQuick.more.environments },
] as const

function MoreLinks() {
  return (
    <GuideSection title={clerkQuick.more.title}>
      <Group gap="md">
        {moreLinks.map(({ to, label }) => (
          <Anchor key={to} size="sm" renderRoot={(props) => <Link to={to} {...props} />}>
            {label}
          </Anchor>
        ))}
      </Group>
    </GuideSection>
  )
}

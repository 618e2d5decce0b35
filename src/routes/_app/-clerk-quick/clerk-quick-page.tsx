import { Anchor, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CodeLines } from '../../../features/guides/code-lines.tsx'
import { ExternalLink } from '../../../features/guides/external-link.tsx'
import { GuidePage } from '../../../features/guides/guide-page.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { MarkedText } from '../../../features/guides/marked-text.tsx'
import { Points } from '../../../features/guides/points.tsx'
import { useProgress } from '../../../features/guides/use-progress.ts'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { clerkQuick } from '../../../texts/clerk-quick.ts'
import classes from './clerk-quick.module.css'

const ids = clerkQuick.items.map(({ id }) => id)

export function ClerkQuickPage() {
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

const more = [
  { to: '/clerk-setup-guide', label: clerkQuick.more.full },
  { to: '/clerk-visual-guide', label: clerkQuick.more.visual },
  { to: '/environment-management', label: clerkQuick.more.environments },
] as const

function MoreLinks() {
  return (
    <GuideSection title={clerkQuick.more.title}>
      <Group gap="md">
        {more.map(({ to, label }) => (
          <Anchor key={to} size="sm" renderRoot={(props) => <Link to={to} {...props} />}>
            {label}
          </Anchor>
        ))}
      </Group>
    </GuideSection>
  )
}

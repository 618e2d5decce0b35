import { Anchor, Grid, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ExternalLinks } from '../../../features/guides/external-link.tsx'
import { GuidePage } from '../../../features/guides/guide-page.tsx'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { ApplicationPicture } from '../../../features/guides/illustrations/application-picture.tsx'
import { DnsPicture } from '../../../features/guides/illustrations/dns-picture.tsx'
import { EnvironmentsPicture } from '../../../features/guides/illustrations/environments-picture.tsx'
import { KeysPicture } from '../../../features/guides/illustrations/keys-picture.tsx'
import { RolesPicture } from '../../../features/guides/illustrations/roles-picture.tsx'
import { StartPicture } from '../../../features/guides/illustrations/start-picture.tsx'
import { Points } from '../../../features/guides/points.tsx'
import { clerkVisual, type SceneId } from '../../../texts/clerk-visual.ts'

const pictures: Record<SceneId, ComponentType<{ title: string }>> = {
  roles: RolesPicture,
  application: ApplicationPicture,
  keys: KeysPicture,
  start: StartPicture,
  environments: EnvironmentsPicture,
  dns: DnsPicture,
}

export function ClerkVisualPage() {
  return (
    <GuidePage title={clerkVisual.title} intro={clerkVisual.intro}>
      <nav aria-label={clerkVisual.contents}>
        <Group gap="md">
          {clerkVisual.scenes.map(({ id, title }, index) => (
            <Anchor
              key={id}
              size="sm"
              renderRoot={(props) => (
                <Link to="." hash={id} activeOptions={{ includeHash: true }} {...props} />
              )}
            >
              {index + 1}. {title}
            </Anchor>
          ))}
        </Group>
      </nav>
      {clerkVisual.scenes.map(({ id, title, picture, points, links }, index) => {
        const Picture = pictures[id]
        return (
          <GuideSection key={id} id={id} title={`${index + 1}. ${title}`}>
            <Grid gap="lg" align="center">
              <Grid.Col span={{ base: 12, md: 7 }}>
                <Picture title={picture} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 5 }}>
                <Stack gap="sm">
                  <Points points={points} />
                  <ExternalLinks links={links} />
                </Stack>
              </Grid.Col>
            </Grid>
          </GuideSection>
        )
      })}
      <GuideSection title={clerkVisual.next.title}>
        <Group gap="md">
          <Anchor size="sm" renderRoot={(props) => <Link to="/clerk-setup-guide" {...props} />}>
            {clerkVisual.next.full}
          </Anchor>
          <Anchor size="sm" renderRoot={(props) => <Link to="/clerk-quick-setup" {...props} />}>
            {clerkVisual.next.quick}
          </Anchor>
        </Group>
      </GuideSection>
    </GuidePage>
  )
}

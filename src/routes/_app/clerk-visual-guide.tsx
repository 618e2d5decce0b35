import { Anchor, Grid, Group, Stack } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ExternalLinks } from '#client/features/guides/external-link.tsx'
import { GuidePage, GuideSection } from '#client/features/guides/guide-page.tsx'
import {
  ApplicationPicture,
  DnsPicture,
  EnvironmentsPicture,
  KeysPicture,
  RolesPicture,
  StartPicture,
} from '#client/features/guides/illustrations/pictures.tsx'
import { Points } from '#client/features/guides/marked-text.tsx'
import { variant } from '#client/lib/app-variant.ts'
import { clerkVisual } from '#client/texts/en/clerk-visual.ts'
import { EnvironmentPage } from './-environment/environment-page.tsx'

export const Route = createFileRoute('/_app/clerk-visual-guide')({
  staticData: { needsMerchant: false },
  component: ClerkVisualGuide,
})

function ClerkVisualGuide() {
  return variant === 'development' ? <EnvironmentPage /> : <ClerkVisualPage />
}

const pictures: Readonly<Record<string, ComponentType<{ title: string }>>> = {
  roles: RolesPicture,
  application: ApplicationPicture,
  keys: KeysPicture,
  start: StartPicture,
  environments: EnvironmentsPicture,
  dns: DnsPicture,
}

function ClerkVisualPage() {
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
                {Picture && <Picture title={picture} />}
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

import { Button, Group, Paper, Tabs, Text, Title } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '#client/components/page.tsx'
import { GuideSection } from '#client/features/guides/guide-page.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { docs } from '#client/texts/en/docs.ts'
import classes from './-docs/docs.module.css'
import { GetStarted, Overview } from './-docs/overview.tsx'
import { QuickStart } from './-docs/quick-start.tsx'
import { REFERENCE, ReferenceTab, SdksTab } from './-docs/reference-tab.tsx'

export const Route = createFileRoute('/_app/docs')({
  staticData: { needsMerchant: false },
  component: DocsPage,
})

const { hero, tabs, callToAction } = docs

function DocsPage() {
  const { isMember } = useSignedIn()
  const [tab, setTab] = useState<string | null>('overview')
  return (
    <Page title={docs.title}>
      <Paper p={{ base: 'lg', sm: 'xl' }} className={classes.hero}>
        <Title order={2}>{hero.title}</Title>
        <Text mt="xs" maw="42rem">
          {hero.text}
        </Text>
        <Group gap="sm" mt="lg">
          <Button onClick={() => setTab('quickStart')}>{hero.start}</Button>
          <Button variant="default" component="a" href={REFERENCE}>
            {hero.reference}
          </Button>
        </Group>
      </Paper>
      <GetStarted isMember={isMember} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="lg" aria-label={tabs.label}>
          <Tabs.Tab value="overview">{tabs.overview}</Tabs.Tab>
          <Tabs.Tab value="quickStart">{tabs.quickStart}</Tabs.Tab>
          <Tabs.Tab value="reference">{tabs.reference}</Tabs.Tab>
          <Tabs.Tab value="sdks">{tabs.sdks}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview />
        </Tabs.Panel>
        <Tabs.Panel value="quickStart">
          <QuickStart />
        </Tabs.Panel>
        <Tabs.Panel value="reference">
          <ReferenceTab />
        </Tabs.Panel>
        <Tabs.Panel value="sdks">
          <SdksTab />
        </Tabs.Panel>
      </Tabs>
      <GuideSection title={callToAction.title} text={callToAction.text}>
        <Button w="fit-content" renderRoot={(props) => <Link to="/payments" {...props} />}>
          {callToAction.button}
        </Button>
      </GuideSection>
    </Page>
  )
}

import { Button, Group, Paper, Tabs, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '../../../components/page.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { docs } from '../../../texts/docs.ts'
import { REFERENCE } from './addresses.ts'
import classes from './docs.module.css'
import { GuideSection } from '../../../features/guides/guide-section.tsx'
import { GetStarted } from './get-started.tsx'
import { Overview } from './overview.tsx'
import { QuickStart } from './quick-start.tsx'
import { ReferenceTab, SdksTab } from './reference-tab.tsx'

const { hero, tabs, callToAction } = docs

export function DocsPage() {
  const { isMember } = useSignedIn()
  const [tab, setTab] = useState<string | null>('overview')
  return (
    <Page title={docs.title} width="64rem">
      <Paper p={{ base: 'lg', sm: 'xl' }} className={classes.hero}>
        <Title order={2} size="1.75rem">
          {hero.title}
        </Title>
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

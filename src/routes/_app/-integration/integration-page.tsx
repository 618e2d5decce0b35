import { Paper, Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { GuideLinks } from '#client/features/guides/guide-links.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { integration } from '#client/texts/en/integration.ts'
import { shell } from '#client/texts/en/shell.ts'
import { EventDrawer } from './events/event-drawer.tsx'
import { EventsTab } from './events/events-tab.tsx'
import classes from './integration.module.css'
import { type IntegrationSearch, Tab, tabs } from './integration-search.ts'
import { KeysTab } from './keys-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { RequestsTab } from './requests-tab.tsx'

type Props = { search: IntegrationSearch }

export function IntegrationPage({ search }: Props) {
  const { user } = useSignedIn()
  return (
    <Page title={shell.pages.integration}>
      {user ? (
        <IntegrationTabs search={search} />
      ) : (
        <Paper>
          <EmptyState text={integration.signedOut} />
        </Paper>
      )}
    </Page>
  )
}

function IntegrationTabs({ search }: Props) {
  const navigate = useNavigate()
  // Clears the filters, because they belong to the previous tab.
  const open = (tab: Tab) => void navigate({ to: '.', search: { tab }, resetScroll: false })
  return (
    <>
      <GuideLinks withAll />
      <Tabs
        value={search.tab}
        onChange={(value) => open(Tab.parse(value))}
        keepMounted={false}
        classNames={{ list: classes.tabs, tab: classes.tab, panel: classes.panel }}
      >
        <Tabs.List aria-label={integration.tabs.label}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {integration.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <OverviewTab />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <KeysTab />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <EventsTab search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="requests">
          <RequestsTab search={search} />
        </Tabs.Panel>
      </Tabs>
      {search.event && <EventDrawer key={search.event} id={search.event} />}
    </>
  )
}

import { Paper, Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { settings } from '../../../texts/settings.ts'
import { shell } from '../../../texts/shell.ts'
import { BusinessTab } from './business-tab.tsx'
import classes from './settings.module.css'
import { Tab, tabs } from './settings-search.ts'
import { TeamTab } from './team-tab.tsx'

type Props = { tab: Tab }

export function SettingsPage({ tab }: Props) {
  const { user, isMember } = useSignedIn()
  return (
    <Page title={shell.titles.settings} width="52rem">
      {isMember ? (
        <Rooms tab={tab} />
      ) : (
        <Paper>
          <EmptyState text={user ? settings.noMerchant : settings.signedOut} />
        </Paper>
      )}
    </Page>
  )
}

function Rooms({ tab }: Props) {
  const navigate = useNavigate()
  return (
    <Tabs
      value={tab}
      onChange={(value) =>
        void navigate({ to: '/settings', search: { tab: Tab.parse(value) }, resetScroll: false })
      }
      keepMounted={false}
      classNames={{ panel: classes.panel }}
    >
      <Tabs.List aria-label={settings.tabs.label}>
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {settings.tabs[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="business">
        <BusinessTab />
      </Tabs.Panel>
      <Tabs.Panel value="team">
        <TeamTab />
      </Tabs.Panel>
    </Tabs>
  )
}

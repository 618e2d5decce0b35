import { Button, Paper, Tabs } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { Section } from '../../../components/section.tsx'
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
        <>
          <Rooms tab={tab} />
          <AuditLogCard />
        </>
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

function AuditLogCard() {
  const texts = settings.auditLog
  return (
    <Section
      title={texts.title}
      text={texts.text}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconHistory size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/audit-log" />}
        >
          {texts.open}
        </Button>
      }
    />
  )
}

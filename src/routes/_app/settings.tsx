import { Paper, Tabs } from '@mantine/core'
import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { settings } from '#client/texts/en/settings.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries } from '#client/trpc.ts'
import { BrandingTab } from './-settings/branding-tab.tsx'
import { BusinessTab } from './-settings/business-tab.tsx'
import { PaymentsTab } from './-settings/payments-tab.tsx'
import classes from './-settings/settings.module.css'
import { TeamTab } from './-settings/team-tab.tsx'

const tabs = ['business', 'team', 'payments', 'look'] as const
const Tab = z.enum(tabs)
type Tab = z.infer<typeof Tab>

const settingsDefaults = { tab: 'business' } as const

/** Invalid values in the URL are dropped silently. */
const SettingsSearch = z.object({
  tab: Tab.default(settingsDefaults.tab).catch(settingsDefaults.tab),
})

export const Route = createFileRoute('/_app/settings')({
  validateSearch: SettingsSearch,
  search: { middlewares: [stripSearchParams(settingsDefaults)] },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ deps: { tab } }) => {
    void (tab === 'team' ? queries.team.list : queries.team.role).prefetch()
    if (tab === 'business') void queries.merchant.business.prefetch()
    if (tab === 'look') void queries.look.get.prefetch()
    if (tab === 'payments') {
      void queries.processorAccounts.list.prefetch()
      void queries.processorAccounts.transfer.prefetch()
      void queries.merchant.books.prefetch()
      void queries.merchant.customerMails.prefetch()
    }
  },
  component: SettingsRoute,
})

function SettingsRoute() {
  return <SettingsPage tab={Route.useSearch().tab} />
}

type Props = { tab: Tab }

function SettingsPage({ tab }: Props) {
  const { user, isMember } = useSignedIn()
  return (
    // The business tab has an index beside its sections.
    <Page title={shell.titles.settings} width={tab === 'business' ? 'wide' : 'narrow'}>
      {isMember ? (
        <SettingsTabs tab={tab} />
      ) : (
        <Paper>
          <EmptyState text={user ? settings.noMerchant : settings.signedOut} />
        </Paper>
      )}
    </Page>
  )
}

function SettingsTabs({ tab }: Props) {
  const navigate = useNavigate()
  return (
    <Tabs
      value={tab}
      onChange={(value) =>
        void navigate({ to: '/settings', search: { tab: Tab.parse(value) }, resetScroll: false })
      }
      keepMounted={false}
      className={classes.tabs}
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
      <Tabs.Panel value="payments">
        <PaymentsTab />
      </Tabs.Panel>
      <Tabs.Panel value="look">
        <BrandingTab />
      </Tabs.Panel>
    </Tabs>
  )
}

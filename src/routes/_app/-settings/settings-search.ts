import { z } from 'zod'

export const tabs = ['business', 'team'] as const
export const Tab = z.enum(tabs)
export type Tab = z.infer<typeof Tab>

export const settingsDefaults = { tab: 'business' } as const

/** What makes no sense in the address is left out silently. */
export const SettingsSearch = z.object({
  tab: Tab.default(settingsDefaults.tab).catch(settingsDefaults.tab),
})

import {
  IconActivityHeartbeat,
  IconArrowsExchange,
  IconBell,
  IconBook,
  IconBuildingBank,
  IconChartBar,
  IconCreditCardPay,
  IconFlask,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLink,
  IconPhoto,
  IconPlugConnected,
  IconReceiptRefund,
  IconScale,
  IconSettings,
  IconSparkles,
  IconStack2,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { AppVariant } from '#client/lib/app-variant.ts'
import { common } from '#client/texts/en/common.ts'
import { shell } from '#client/texts/en/shell.ts'

/** A page in the navigation. */
export type Destination = {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: TablerIcon
  /** The header's title on this page and the pages below it, if it differs from the label. */
  title?: string
  /** Other paths of the same page. */
  alsoAt?: string[]
  /** The label's language, if it is not English. */
  lang?: 'it'
}

export const mainNavigation: Destination[] = [
  {
    to: '/',
    label: shell.pages.dashboard,
    icon: IconLayoutDashboard,
    title: shell.titles.dashboard,
    alsoAt: ['/dashboard'],
  },
  {
    to: '/payments',
    label: shell.pages.payments,
    icon: IconCreditCardPay,
    title: shell.titles.payments,
  },
  {
    to: '/links',
    label: shell.pages.links,
    icon: IconLink,
    title: shell.titles.links,
  },
  {
    to: '/transactions',
    label: shell.pages.transactions,
    icon: IconArrowsExchange,
    title: shell.titles.transactions,
  },
  {
    to: '/money',
    label: shell.pages.money,
    icon: IconBuildingBank,
    title: shell.titles.money,
  },
  {
    to: '/refunds',
    label: shell.pages.refunds,
    icon: IconReceiptRefund,
    title: shell.titles.refunds,
  },
  {
    to: '/disputes',
    label: shell.pages.disputes,
    icon: IconScale,
    title: shell.titles.disputes,
  },
  {
    to: '/customers',
    label: shell.pages.customers,
    icon: IconUsers,
    title: shell.titles.customers,
  },
  {
    to: '/analytics',
    label: shell.pages.analytics,
    icon: IconChartBar,
    title: shell.titles.analytics,
  },
  {
    to: '/integration',
    label: shell.pages.integration,
    icon: IconPlugConnected,
    title: shell.titles.integration,
    alsoAt: ['/api-integrations'],
  },
  {
    to: '/environment-status',
    label: shell.pages.environment,
    icon: IconActivityHeartbeat,
  },
]

/** Pages for the person who installs the product. */
export const developmentNavigation: Destination[] = [
  { to: '/openai-test', label: shell.developmentPages.openaiTest, icon: IconFlask },
  {
    to: '/openai-environment-config',
    label: shell.developmentPages.openaiConfig,
    icon: IconSparkles,
  },
  { to: '/clerk-quick-setup', label: shell.developmentPages.clerkSetup, icon: IconKey },
  { to: '/clerk-visual-guide', label: shell.developmentPages.clerkGuide, icon: IconPhoto },
  {
    to: '/environment-management',
    label: shell.developmentPages.environments,
    lang: 'it',
    icon: IconStack2,
  },
]

export const docsPage: Destination = { to: '/docs', label: shell.docs, icon: IconBook }

export const settingsPage: Destination = {
  to: '/settings',
  label: shell.titles.settings,
  icon: IconSettings,
}

const auditLogPage: Destination = {
  to: '/audit-log',
  label: shell.titles.auditLog,
  icon: IconHistory,
}

/** The page that the header's notices open. */
export const noticesPage: Destination = {
  to: '/notices',
  label: shell.titles.notices,
  icon: IconBell,
}

/** Pages at the bottom of the sidebar. */
export const accountNavigation: Destination[] = [settingsPage, auditLogPage]

export const allPages: Destination[] = [
  ...mainNavigation,
  ...developmentNavigation,
  settingsPage,
  auditLogPage,
  noticesPage,
  docsPage,
]

/** Returns true when the path is the page's own, or lies below the page. */
export function isCurrentDestination({ to, alsoAt = [] }: Destination, pathname: string): boolean {
  if (pathname === to || alsoAt.includes(pathname)) return true
  return to !== '/' && pathname.startsWith(`${to}/`)
}

/** The header's title, and the page above it. */
export type Crumbs = {
  parent?: { label: string; to?: NonNullable<LinkProps['to']> }
  title: string
}

/** Returns the header's title and its parent. `named` is the page's own name, once loaded. */
export function crumbsOf(
  pathname: string,
  appVariant: AppVariant,
  named: string | undefined,
): Crumbs {
  if (pathname === '/onboarding') return { title: shell.titles.onboarding }
  const currentPage = allPages.find((destination) => isCurrentDestination(destination, pathname))
  const isCurrentPage =
    currentPage !== undefined && [currentPage.to, ...(currentPage.alsoAt ?? [])].includes(pathname)
  if (currentPage?.title && isCurrentPage) return { title: currentPage.title }
  // Other top-level pages show the dashboard before their name without a link, because they are not below it.
  const parent: Required<Crumbs>['parent'] = currentPage?.title
    ? { label: currentPage.label, to: currentPage.to }
    : { label: appVariant === 'full' ? shell.titles.dashboard : common.product }
  const title = named ?? currentPage?.label
  return title === undefined || title === parent.label ? { title: parent.label } : { parent, title }
}

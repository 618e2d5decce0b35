import {
  IconArrowsExchange,
  IconChartBar,
  IconCreditCardPay,
  IconLayoutDashboard,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { shell } from '../../texts/shell.ts'

export type Destination = {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: TablerIcon
  /** What the header says on this page and the pages under it. */
  title: string
  /** Other addresses of the same page. */
  alsoAt?: string[]
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
    to: '/transactions',
    label: shell.pages.transactions,
    icon: IconArrowsExchange,
    title: shell.titles.transactions,
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
]

export function isAt({ to, alsoAt = [] }: Destination, pathname: string): boolean {
  if (pathname === to || alsoAt.includes(pathname)) return true
  return to !== '/' && pathname.startsWith(`${to}/`)
}

export function headerTitle(pathname: string): string {
  if (pathname === '/onboarding') return shell.titles.onboarding
  const here = mainNavigation.find((destination) => isAt(destination, pathname))
  return here?.title ?? shell.titles.dashboard
}

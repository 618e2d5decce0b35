import { useMantineColorScheme } from '@mantine/core'
import {
  IconArrowsExchange,
  IconCreditCardPay,
  IconDeviceDesktop,
  IconDownload,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { type LinkProps, useNavigate, useRouter } from '@tanstack/react-router'
import { formatMoney } from '#client/lib/format.ts'
import { palette as texts } from '#client/texts/shell.ts'
import { transactions } from '#client/texts/transactions.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

export type Entry = {
  id: string
  label: string
  hint?: string
  icon: TablerIcon
  /** Leads to another page, whose title then takes the focus. */
  leaves: boolean
  /** Found for what was typed before: in sight until the new answer is here, but not to be chosen. */
  isStale?: boolean
  run: () => void
}

export type EntryGroup = { label: string; entries: Entry[] }

export type PaletteProps = {
  pages: PaletteEntryPage[]
  onSignOut: () => void
  onExport: () => void
  onShowShortcuts: () => void
}

function useActions({ pages, onSignOut, onExport, onShowShortcuts }: PaletteProps): Entry[] {
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const { actions } = texts
  const go = (path: string) => router.history.push(path)
  const pageActions = [
    { to: '/payments', label: actions.takePayment, icon: IconCreditCardPay },
    {
      to: '/customers',
      search: '?add=true',
      label: actions.addCustomer,
      icon: IconUserPlus,
    },
  ]
  const schemes = [
    { scheme: 'light', icon: IconSun },
    { scheme: 'dark', icon: IconMoon },
    { scheme: 'auto', icon: IconDeviceDesktop },
  ] as const
  return [
    ...pageActions
      .filter(({ to }) => pages.some((page) => page.to === to))
      .map(({ to, search = '', ...rest }) => ({
        ...rest,
        id: `do-${to}`,
        leaves: true,
        run: () => go(to + search),
      })),
    {
      id: 'export',
      label: actions.export,
      hint: actions.exportHint,
      icon: IconDownload,
      leaves: false,
      run: onExport,
    },
    ...schemes.map(({ scheme, icon }) => ({
      id: `scheme-${scheme}`,
      label: actions[scheme],
      icon,
      leaves: false,
      run: () => setColorScheme(scheme),
    })),
    {
      id: 'shortcuts',
      label: actions.shortcuts,
      icon: IconKeyboard,
      leaves: true,
      run: onShowShortcuts,
    },
    { id: 'sign-out', label: actions.signOut, icon: IconLogout, leaves: true, run: onSignOut },
  ]
}

/** Every word that is typed begins a word of the label: "pro pay" finds "Process a payment". */
function isMatch(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/\s+/)
  const asked = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return asked.every((part) => words.some((word) => word.startsWith(part)))
}

type Found = { payments: Transaction[]; customers: Customer[]; isStale: boolean }

/** What the palette offers for what is typed, group by group. */
export function useEntries(props: PaletteProps, typed: string, found: Found): EntryGroup[] {
  const router = useRouter()
  const navigate = useNavigate()
  const pages = props.pages.map(({ to, label, icon }) => ({
    id: `page-${to}`,
    label,
    icon,
    leaves: true,
    run: () => router.history.push(to),
  }))
  const actions = useActions(props)
  const payments = found.payments.map((payment) => ({
    id: payment.id,
    label: `#${payment.transactionId}`,
    hint: [
      payment.customerName,
      formatMoney(payment.amount, payment.currency),
      transactions.statuses[payment.status],
    ].join(' · '),
    icon: IconArrowsExchange,
    leaves: true,
    isStale: found.isStale,
    run: () =>
      void navigate({
        to: '/transactions/$transactionId',
        params: { transactionId: payment.transactionId },
      }),
  }))
  const customers = found.customers.map(({ id, name, email }) => ({
    id,
    label: name,
    hint: email,
    icon: IconUser,
    leaves: true,
    isStale: found.isStale,
    run: () => void navigate({ to: '/customers/$customerId', params: { customerId: id } }),
  }))
  const matching = (entries: Entry[]) => entries.filter(({ label }) => isMatch(label, typed))
  return [
    // First what is known at once: what arrives later must not push it away under the finger.
    { label: texts.groups.pages, entries: matching(pages) },
    { label: texts.groups.actions, entries: matching(actions) },
    { label: texts.groups.payments, entries: payments },
    { label: texts.groups.customers, entries: customers },
  ].filter(({ entries }) => entries.length > 0)
}

/** A page that can be gone to, as the navigation lists it. */
export type PaletteEntryPage = { to: NonNullable<LinkProps['to']>; label: string; icon: TablerIcon }

import { useMantineColorScheme } from '@mantine/core'
import {
  IconCreditCardPay,
  IconDeviceDesktop,
  IconDownload,
  IconKeyboard,
  IconLink,
  IconLogout,
  IconMoon,
  IconReceiptRefund,
  IconSun,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import { useCanEdit } from '#client/lib/hooks/use-can-edit.tsx'
import { palette as texts } from '#client/texts/en/shell.ts'
import type { Entry, EntryGroup } from './entry.ts'
import { type SearchResults, useRowEntries } from './found-entries.ts'

export type PaletteProps = {
  /** The merchant's time zone, used for dates. */
  timezone: string
  pages: PaletteEntryPage[]
  onSignOut: () => void
  onExport: () => void
  onShowShortcuts: () => void
}

function useActions({ pages, onSignOut, onExport, onShowShortcuts }: PaletteProps): Entry[] {
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const { actions } = texts
  const mayChange = useCanEdit()
  const go = (path: string) => router.history.push(path)
  const pageActions = [
    { to: '/payments', label: actions.takePayment, icon: IconCreditCardPay },
    { to: '/links', search: '?add=true', label: actions.makeLink, icon: IconLink },
    {
      to: '/transactions',
      search: '?status=success',
      label: actions.refund,
      icon: IconReceiptRefund,
    },
    { to: '/customers', search: '?add=true', label: actions.addCustomer, icon: IconUserPlus },
  ]
  const schemes = [
    { scheme: 'light', icon: IconSun },
    { scheme: 'dark', icon: IconMoon },
    { scheme: 'auto', icon: IconDeviceDesktop },
  ] as const
  return [
    ...pageActions
      .filter(({ to }) => mayChange && pages.some((page) => page.to === to))
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

/** Returns true when every typed word begins a word of the label: "pro pay" finds "Process a payment". */
function isMatch(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/\s+/)
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return typedWords.every((part) => words.some((word) => word.startsWith(part)))
}

type ShownEntries = { found: SearchResults; recents: Entry[] }

/** Returns the palette's entries for the typed text, by group. */
export function useEntries(
  props: PaletteProps,
  typed: string,
  { found, recents }: ShownEntries,
): EntryGroup[] {
  const router = useRouter()
  const entries = useRowEntries(props.timezone)
  const pages = props.pages.map(({ to, label, icon }) => ({
    id: `page-${to}`,
    label,
    icon,
    leaves: true,
    run: () => router.history.push(to),
  }))
  const actions = useActions(props)
  const matching = (offered: Entry[]) => offered.filter(({ label }) => isMatch(label, typed))
  const { groups } = texts
  const shown =
    typed.trim() === ''
      ? [
          { label: groups.recent, entries: recents },
          { label: groups.actions, entries: actions },
          { label: groups.pages, entries: pages },
        ]
      : [
          // Pages and actions come first, because results that arrive later must not shift them under the
          // finger.
          { label: groups.pages, entries: matching(pages) },
          { label: groups.actions, entries: matching(actions) },
          { label: groups.payments, entries: entries.payments(found) },
          { label: groups.refunds, entries: entries.refunds(found) },
          { label: groups.customers, entries: entries.customers(found) },
        ]
  return shown.filter((group) => group.entries.length > 0)
}

/** A page of the palette, as listed in the navigation. */
export type PaletteEntryPage = { to: NonNullable<LinkProps['to']>; label: string; icon: TablerIcon }

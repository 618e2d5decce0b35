import { ActionIcon, Indicator, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { PopoverOnUse } from '#client/components/menus/popover-on-use.tsx'
import { useIsLive } from '#client/lib/hooks/is-live.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import type { UnreadNotices } from './unread-notices.tsx'

/** Interval of the requests while no stream is connected. */
const POLL_MS = 60_000
/** Larger numbers do not fit into the header. */
const MAX_SHOWN = 99

/** The header's button with the number of unread notices. It opens the latest of them, loaded on the first click. */
export function NoticesButton({ timezone }: { timezone: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [Loaded, setLoaded] = useState<{ Panel: typeof UnreadNotices }>()
  const isLive = useIsLive()
  const { data } = trpc.notices.summary.useQuery(undefined, {
    refetchInterval: isLive ? false : POLL_MS,
  })
  const unread = data?.unread ?? 0
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
  const show = (opened: boolean) => {
    setIsOpen(opened)
    if (Loaded || !opened) return
    import('./unread-notices.tsx').then(
      ({ UnreadNotices: Panel }) => setLoaded({ Panel }),
      // The next click loads it again, in Chromium only after a reload.
      () => setIsOpen(false),
    )
  }
  return (
    <PopoverOnUse
      opened={isOpen}
      onOpenedChange={show}
      position="bottom-end"
      width="min(24rem, calc(100vw - 1rem))"
      trapFocus
      returnFocus
      withinPortal={false}
      target={
        <ActionIcon
          variant="subtle"
          color="gray"
          radius="xl"
          size={40}
          // The round button would cut the corner of the number.
          style={{ overflow: 'visible' }}
          lang={languageFor('en')}
          aria-label={unread > 0 ? shell.unreadNotices(shown) : shell.titles.notices}
        >
          <Indicator label={shown} size={16} offset={2} disabled={unread === 0} aria-hidden>
            <IconBell size={20} aria-hidden />
          </Indicator>
        </ActionIcon>
      }
      dropdown={{ p: 0, lang: languageFor('en'), 'aria-label': shell.titles.notices }}
    >
      {() =>
        Loaded ? (
          <Loaded.Panel timezone={timezone} unread={unread} onClose={() => setIsOpen(false)} />
        ) : (
          <Skeleton height="8rem" aria-busy />
        )
      }
    </PopoverOnUse>
  )
}

import { Divider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Logo } from '#client/components/logo.tsx'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { OfflineBanner, SkipLink, Toaster } from './frame-parts.tsx'
import { HeaderBar } from './header-bar.tsx'
import { ModeStrip } from './mode-strip.tsx'
import classes from './shell.module.css'

type Props = {
  user: CurrentUser | undefined
  /** Replaces the title derived from the path; null when the page shows its own. */
  title?: string | null
  /** The sign-in button for visitors. */
  signIn?: ReactNode
  /** True when the server could not identify the viewer. */
  isUnknown?: boolean
  /** Widens the page beyond one column of text. */
  isWide?: boolean
  /** The page's language where the product mixes Italian and English. */
  inMix?: 'it' | 'en'
  /** Shown below the page. */
  footer?: ReactNode
  children: ReactNode
}

/** The frame with a header and no navigation, for viewers who may not open other pages yet. */
export function PlainFrame(props: Props) {
  const { user, title, signIn, isUnknown, isWide, inMix = 'en', footer, children } = props
  const isNarrow = useNarrow()
  return (
    <>
      <SkipLink />
      <header className={classes.header}>
        <ModeStrip inMix={inMix} />
        <HeaderBar
          user={user}
          title={title}
          signIn={signIn}
          isUnknown={isUnknown}
          leading={
            (!isNarrow || title === null) && (
              <>
                <Logo />
                {title !== null && <Divider orientation="vertical" my={4} />}
              </>
            )
          }
        />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={classes.plainMain}
        data-wide={isWide || undefined}
      >
        <OfflineBanner />
        {children}
      </main>
      {footer}
      <Toaster />
    </>
  )
}

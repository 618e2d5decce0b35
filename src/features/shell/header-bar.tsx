import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTitle } from '#client/components/page-title.tsx'
import { variant } from '#client/lib/app-variant.ts'
import { config } from '#client/lib/config.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { usePageName } from '#client/lib/words/page-name.ts'
import { shell } from '#client/texts/en/shell.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { type Crumbs, crumbsOf } from './navigation.ts'
import classes from './shell.module.css'
import { StatusLabels } from './status-labels.tsx'
import { ClerkUserMenu, UserMenu } from './user-menu.tsx'

const Account = config.identity === 'clerk' ? ClerkUserMenu : UserMenu

type Props = {
  user: CurrentUser | undefined
  /** Replaces the title derived from the path; null when the page shows its own. */
  title?: string | null
  /** The sign-in button for visitors. */
  signIn?: ReactNode
  /** The server could not identify the viewer, so the header shows no sign-in status. */
  isUnknown?: boolean
  leading?: ReactNode
  /** Shown before the status labels, such as the search. */
  tools?: ReactNode
  /** Shown before the user's menu, such as the notices. */
  notices?: ReactNode
  liveness?: ReactNode
}

export function HeaderBar(props: Props) {
  const { user, title, signIn, isUnknown = false, leading, tools, notices, liveness } = props
  // The status labels fit next to the title; otherwise they move to the user menu.
  const isWide = useAtLeast('64em')
  const isMedium = useAtLeast('40em')
  return (
    <div className={classes.bar}>
      {leading}
      {title !== null && <Heading title={title} />}
      {tools && <div className={classes.tools}>{tools}</div>}
      <div className={classes.account}>
        {liveness}
        {isMedium && user && (
          <div className={classes.person}>
            <Text size="sm" fw={500} truncate lh={1.3} lang={languageFor('it')}>
              {shell.greeting(user.firstName || user.email || shell.person)}
            </Text>
            {isWide && <StatusLabels />}
          </div>
        )}
        {!user && !isUnknown && <StatusLabels isSignedIn={false} isBrief={!isWide} />}
        {notices}
        {user ? <Account user={user} withStatusLabels={!isWide} /> : signIn}
      </div>
    </div>
  )
}

function Heading({ title }: { title: string | undefined }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const named = usePageName(pathname)
  const crumbs: Crumbs = title === undefined ? crumbsOf(pathname, variant, named?.name) : { title }
  return (
    <div className={classes.heading}>
      {crumbs.parent && (
        <span className={classes.crumb}>
          {crumbs.parent.to ? (
            <Link to={crumbs.parent.to} className={classes.parent}>
              {crumbs.parent.label}
            </Link>
          ) : (
            <span className={classes.parent}>{crumbs.parent.label}</span>
          )}
          <span aria-hidden>/</span>
        </span>
      )}
      <PageTitle
        className={classes.title}
        lang={crumbs.title === named?.name ? named.lang : undefined}
      >
        {crumbs.title}
      </PageTitle>
    </div>
  )
}

/** Read at the first paint, so that the layout does not shift. */
const useAtLeast = (width: string): boolean =>
  useMediaQuery(`(min-width: ${width})`, undefined, { getInitialValueInEffect: false }) ?? false

import { Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTitle } from '#client/components/page-title.tsx'
import { variant } from '#client/lib/app-variant.ts'
import { config } from '#client/lib/config.ts'
import { spoken } from '#client/lib/spoken.ts'
import { shell } from '#client/texts/shell.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { headerTitle } from './navigation.ts'
import classes from './shell.module.css'
import { Standing } from './standing.tsx'
import { ClerkUserMenu, UserMenu } from './user-menu.tsx'

const Account = config.identity === 'clerk' ? ClerkUserMenu : UserMenu

type Props = {
  user: CurrentUser | undefined
  /** Another title than the path's; null where the page below says its own. */
  title?: string | null
  /** Offered to who is not signed in. */
  signIn?: ReactNode
  /** Whether it could not be found out who is here: then nothing is said of it. */
  isUnknown?: boolean
  leading?: ReactNode
  /** Before the marks, such as the search. */
  tools?: ReactNode
  liveness?: ReactNode
}

export function HeaderBar(props: Props) {
  const { user, title, signIn, isUnknown = false, leading, tools, liveness } = props
  const pathname = useLocation({ select: (location) => location.pathname })
  // All in one line, the marks under the title, or the marks in the user menu.
  const isWide = useAtLeast('90em')
  const isMiddling = useAtLeast('56.25em') && !isWide
  const isRoomy = useAtLeast('40em')
  const marks = !isUnknown && (
    <Standing
      isSignedIn={user !== undefined}
      isBrief={!isWide && !isMiddling}
      liveness={liveness}
    />
  )
  return (
    <div className={classes.bar}>
      <Group
        gap="sm"
        wrap="nowrap"
        miw={0}
        className={isMiddling && user ? classes.whole : undefined}
      >
        {leading}
        <div className={classes.heading}>
          {title !== null && (
            <PageTitle className={classes.title}>
              {title ?? headerTitle(pathname, variant)}
            </PageTitle>
          )}
          {isMiddling && user && <div className={classes.marks}>{marks}</div>}
        </div>
      </Group>
      <Group
        gap="sm"
        wrap="nowrap"
        miw={0}
        className={isMiddling || isWide ? classes.account : undefined}
      >
        {tools}
        {(isWide || !user) && marks}
        {isRoomy && user && (
          <Text size="sm" fw={500} truncate maw="14rem" miw={0} ml="xs" lang={spoken('it')}>
            {shell.greeting(user.firstName || user.email || shell.nobody)}
          </Text>
        )}
        {user ? (
          <Account user={user} withStanding={!isWide && !isMiddling} liveness={liveness} />
        ) : (
          signIn
        )}
      </Group>
    </div>
  )
}

/** Known at the first paint, so nothing jumps. */
const useAtLeast = (width: string): boolean =>
  useMediaQuery(`(min-width: ${width})`, undefined, { getInitialValueInEffect: false }) ?? false

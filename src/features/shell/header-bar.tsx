import { Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { shell } from '../../texts/shell.ts'
import { headerTitle } from './navigation.ts'
import { Standing } from './standing.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

type Props = {
  user: CurrentUser
  leading?: ReactNode
  /** Before the marks, such as the search. */
  tools?: ReactNode
  liveness?: ReactNode
}

export function HeaderBar({ user, leading, tools, liveness }: Props) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const isWide = useMediaQuery('(min-width: 76em)', undefined, { getInitialValueInEffect: false })
  const isRoomy = useMediaQuery('(min-width: 40em)', undefined, { getInitialValueInEffect: false })
  return (
    <div className={classes.bar}>
      <Group gap="sm" wrap="nowrap" miw={0}>
        {leading}
        <PageTitle className={classes.title}>{headerTitle(pathname)}</PageTitle>
      </Group>
      <Group gap="sm" wrap="nowrap" miw={0}>
        {tools}
        {isWide && <Standing liveness={liveness} />}
        {isRoomy && (
          <Text size="sm" fw={500} truncate maw="14rem" ml="xs">
            {shell.greeting(user.firstName || user.email || shell.nobody)}
          </Text>
        )}
        <UserMenu user={user} withStanding={!isWide} liveness={liveness} />
      </Group>
    </div>
  )
}

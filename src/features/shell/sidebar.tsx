import { NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { shell } from '../../texts/shell.ts'
import { type Destination, developmentNavigation, isAt, mainNavigation } from './navigation.ts'
import classes from './shell.module.css'

type Props = { onChoose?: () => void }

export function Sidebar({ onChoose }: Props) {
  const titleId = useId()
  return (
    <>
      <Destinations destinations={mainNavigation} onChoose={onChoose} />
      <Text id={titleId} size="xs" fw={600} c="dimmed" lang="it" className={classes.section}>
        {shell.development}
      </Text>
      <div role="group" aria-labelledby={titleId}>
        <Destinations destinations={developmentNavigation} onChoose={onChoose} />
      </div>
    </>
  )
}

function Destinations({ destinations, onChoose }: Props & { destinations: Destination[] }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <Stack gap={2}>
      {destinations.map((destination) => {
        const active = isAt(destination, pathname)
        return (
          <NavLink
            key={destination.to}
            label={destination.label}
            lang={destination.lang ?? 'en'}
            leftSection={<destination.icon size={20} stroke={1.75} aria-hidden />}
            active={active}
            className={classes.item}
            renderRoot={(props) => (
              <Link
                to={destination.to}
                {...props}
                aria-current={active ? 'page' : undefined}
                onClick={onChoose}
              />
            )}
          />
        )
      })}
    </Stack>
  )
}

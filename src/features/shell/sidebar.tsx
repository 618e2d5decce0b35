import { NavLink, Stack } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { isAt, mainNavigation } from './navigation.ts'
import classes from './shell.module.css'

type Props = { onChoose?: () => void }

export function Sidebar({ onChoose }: Props) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <Stack gap={2}>
      {mainNavigation.map((destination) => {
        const active = isAt(destination, pathname)
        return (
          <NavLink
            key={destination.to}
            label={destination.label}
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

import {
  ActionIcon,
  AppShell,
  Box,
  CloseButton,
  Drawer,
  Group,
  NavLink,
  Stack,
  Text,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useId, useRef } from 'react'
import { Logo } from '#client/components/logo.tsx'
import { isLiveBook } from '#client/lib/book.ts'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { spoken } from '#client/lib/spoken.ts'
import { shell } from '#client/texts/en/shell.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { OfflineBanner, SandboxStrip, SkipLink, Toaster } from './frame-parts.tsx'
import { HeaderBar } from './header-bar.tsx'
import {
  accountNavigation,
  type Destination,
  developmentNavigation,
  isAt,
  mainNavigation,
} from './navigation.ts'
import classes from './shell.module.css'

type Props = {
  user: CurrentUser | undefined
  /** The sign-in button for visitors. */
  signIn?: ReactNode
  /** Shown above the page. */
  notice?: ReactNode
  /** Shown below the page. */
  footer?: ReactNode
  children: ReactNode
  /** Shown in the strip at the top. */
  mark?: ReactNode
  /** Shown before the header's status labels, such as the search. */
  tools?: ReactNode
  /** Shown among the header's status labels. */
  liveness?: ReactNode
}

export function AppFrame(props: Props) {
  const { user, signIn, notice, footer, children, mark, tools, liveness } = props
  const isNarrow = useNarrow()
  const [isOpen, drawer] = useDisclosure(false)
  const opener = useRef<HTMLButtonElement>(null)

  // Choosing a page moves the focus to its title; only closing returns it to the opener.
  const dismiss = () => {
    drawer.close()
    opener.current?.focus()
  }

  return (
    <>
      <SkipLink />
      <AppShell
        layout="alt"
        header={{ height: isLiveBook ? '3.75rem' : 'calc(3.75rem + 1.625rem)' }}
        navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: true } }}
        padding={{ base: 'md', sm: 'lg' }}
      >
        <AppShell.Header className={classes.header}>
          <SandboxStrip>{mark}</SandboxStrip>
          <HeaderBar
            user={user}
            signIn={signIn}
            tools={tools}
            liveness={liveness}
            leading={
              isNarrow && (
                <ActionIcon
                  ref={opener}
                  variant="subtle"
                  color="gray"
                  size={40}
                  aria-label={shell.openNavigation}
                  aria-expanded={isOpen}
                  onClick={drawer.open}
                >
                  <IconMenu2 size={22} aria-hidden />
                </ActionIcon>
              )
            }
          />
        </AppShell.Header>
        {!isNarrow && (
          <AppShell.Navbar aria-label={shell.navigation} className={classes.navbar}>
            <HomeLink />
            <Sidebar />
          </AppShell.Navbar>
        )}
        <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
          <OfflineBanner />
          {notice}
          {children}
          {footer}
        </AppShell.Main>
      </AppShell>
      <Drawer.Root opened={isNarrow && isOpen} onClose={dismiss} size={280} returnFocus={false}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={shell.navigation}>
          <Drawer.Body>
            <Group justify="space-between" my="xs" pl="xs">
              <Logo />
              <CloseButton size={40} aria-label={shell.closeNavigation} onClick={dismiss} />
            </Group>
            <nav aria-label={shell.navigation}>
              <Sidebar onChoose={drawer.close} />
            </nav>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <Toaster />
    </>
  )
}

function HomeLink() {
  return (
    <Box className={classes.home}>
      <Link to="/" className={classes.homeLink}>
        <Logo />
      </Link>
    </Box>
  )
}

type SidebarProps = { onChoose?: () => void }

function Sidebar({ onChoose }: SidebarProps) {
  const titleId = useId()
  return (
    <>
      <Destinations destinations={mainNavigation} onChoose={onChoose} />
      <Text
        id={titleId}
        size="xs"
        fw={600}
        c="dimmed"
        lang={spoken('it')}
        className={classes.section}
      >
        {shell.development}
      </Text>
      <div role="group" aria-labelledby={titleId}>
        <Destinations destinations={developmentNavigation} onChoose={onChoose} />
      </div>
      <div className={classes.accountPages}>
        <Destinations destinations={accountNavigation} onChoose={onChoose} />
      </div>
    </>
  )
}

function Destinations({ destinations, onChoose }: SidebarProps & { destinations: Destination[] }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <Stack gap={2}>
      {destinations.map((destination) => {
        const active = isAt(destination, pathname)
        return (
          <NavLink
            key={destination.to}
            label={destination.label}
            lang={spoken(destination.lang ?? 'en')}
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

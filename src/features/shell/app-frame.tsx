import {
  ActionIcon,
  AppShell,
  Box,
  CloseButton,
  Drawer,
  Group,
  NavLink,
  Stack,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconMenu2 } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Logo } from '#client/components/logo.tsx'
import { variant } from '#client/lib/app-variant.ts'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'
import { languageFor } from '#client/lib/language-for.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { OfflineBanner, SkipLink, Toaster } from './frame-parts.tsx'
import { HeaderBar } from './header-bar.tsx'
import { ModeStrip } from './mode-strip.tsx'
import {
  accountNavigation,
  type Destination,
  developmentNavigation,
  isCurrentDestination,
  mainNavigation,
} from './navigation.ts'
import classes from './shell.module.css'

type Props = {
  user: CurrentUser | undefined
  /** True for people who act for a merchant. */
  isMember?: boolean
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
  /** Shown before the user's menu, such as the notices. */
  notices?: ReactNode
  /** Shown among the header's status labels. */
  liveness?: ReactNode
}

export function AppFrame(props: Props) {
  const { user, isMember, signIn, notice, footer, children, mark, tools, notices, liveness } = props
  const isNarrow = useNarrow()
  const [isOpen, drawer] = useDisclosure(false)
  // Mounted on its first use: a drawer costs the page as much closed as open.
  const [wasOpened, setWasOpened] = useState(false)
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
        header={{ height: 'calc(3.75rem + 1.625rem)' }}
        navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: true } }}
        padding={{ base: 'md', sm: 'lg' }}
      >
        <AppShell.Header className={classes.header}>
          <ModeStrip isMember={isMember}>{mark}</ModeStrip>
          <HeaderBar
            user={user}
            signIn={signIn}
            tools={tools}
            notices={notices}
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
                  onClick={() => {
                    setWasOpened(true)
                    drawer.open()
                  }}
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
            <Sidebar isMember={isMember} />
          </AppShell.Navbar>
        )}
        <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
          <OfflineBanner />
          {notice}
          {children}
          {footer}
        </AppShell.Main>
      </AppShell>
      {wasOpened && (
        <Drawer.Root opened={isNarrow && isOpen} onClose={dismiss} size={280} returnFocus={false}>
          <Drawer.Overlay />
          <Drawer.Content aria-label={shell.navigation}>
            <Drawer.Body>
              <Group justify="space-between" my="xs" pl="xs">
                <Logo />
                <CloseButton size={40} aria-label={shell.closeNavigation} onClick={dismiss} />
              </Group>
              <nav aria-label={shell.navigation}>
                <Sidebar isMember={isMember} onChoose={drawer.close} />
              </nav>
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
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

function Sidebar({ isMember, onChoose }: SidebarProps & { isMember: boolean | undefined }) {
  const { data } = trpc.team.role.useQuery(undefined, { enabled: isMember === true })
  const destinations =
    data?.role === 'accountant'
      ? mainNavigation.filter(({ to }) => to !== '/payments')
      : mainNavigation
  return (
    <>
      <Destinations destinations={destinations} onChoose={onChoose} />
      <DevelopmentPages isMember={isMember} onChoose={onChoose} />
      <div className={classes.accountPages}>
        <Destinations destinations={accountNavigation} onChoose={onChoose} />
      </div>
    </>
  )
}

/**
 * Pages for people who run the server. Open at first for owners, folded for other members; the browser
 * remembers a choice.
 */
function DevelopmentPages({
  isMember,
  onChoose,
}: SidebarProps & { isMember: boolean | undefined }) {
  const listId = useId()
  const { data } = trpc.team.role.useQuery(undefined, { enabled: isMember === true })
  const [choice, setChoice] = useLocalStorage<boolean | null>({
    key: 'development-open',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  // Open while the role loads, as for owners. On a development host it is open for visitors too: they are
  // developers.
  const isOpenAtFirst = isMember
    ? data === undefined || data.role === 'owner'
    : variant === 'development'
  const isOpen = choice ?? isOpenAtFirst
  return (
    <>
      <UnstyledButton
        className={classes.section}
        lang={languageFor('it')}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setChoice(!isOpen)}
      >
        {shell.development}
        <IconChevronDown size={14} aria-hidden className={classes.sectionArrow} />
      </UnstyledButton>
      <div id={listId} role="group" aria-label={shell.development} hidden={!isOpen}>
        {isOpen && <Destinations destinations={developmentNavigation} onChoose={onChoose} />}
      </div>
    </>
  )
}

function Destinations({ destinations, onChoose }: SidebarProps & { destinations: Destination[] }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <Stack gap={2}>
      {destinations.map((destination) => {
        const active = isCurrentDestination(destination, pathname)
        return (
          <NavLink
            key={destination.to}
            label={destination.label}
            lang={languageFor(destination.lang ?? 'en')}
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

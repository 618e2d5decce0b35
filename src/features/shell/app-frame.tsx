import { ActionIcon, AppShell, Box, CloseButton, Drawer, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import { Logo } from '../../components/logo.tsx'
import { useNarrow } from '../../lib/use-narrow.ts'
import { shell } from '../../texts/shell.ts'
import { HeaderBar } from './header-bar.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { SandboxStrip } from './sandbox-strip.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { SkipLink } from './skip-link.tsx'
import { Toaster } from './toaster.tsx'

type Props = {
  user: CurrentUser | undefined
  /** Offered to who is not signed in. */
  signIn?: ReactNode
  /** Said above the page. */
  notice?: ReactNode
  /** Below the page. */
  footer?: ReactNode
  children: ReactNode
  /** Said in the strip above everything. */
  mark?: ReactNode
  /** Before the standing marks of the header, such as the search. */
  tools?: ReactNode
  /** Among the standing marks. */
  liveness?: ReactNode
}

export function AppFrame(props: Props) {
  const { user, signIn, notice, footer, children, mark, tools, liveness } = props
  const isNarrow = useNarrow()
  const [isOpen, drawer] = useDisclosure(false)
  const opener = useRef<HTMLButtonElement>(null)

  // Choosing a page moves focus to its title instead; only closing returns to the opener.
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

import {
  ActionIcon,
  Avatar,
  Group,
  Menu,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconSunMoon,
  IconUser,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { MenuOnUse } from '#client/components/menus/menu-on-use.tsx'
import { useClerkState } from '#client/lib/clerk/clerk-link.ts'
import { ClerkSlot, type SlotContent } from '#client/lib/clerk/clerk-slots.tsx'
import { isSpecMode, languageFor } from '#client/lib/language-for.ts'
import { notify } from '#client/lib/notify.tsx'
import { signOut } from '#client/lib/session/auth.ts'
import { maySignOut } from '#client/lib/session/sign-out-question.ts'
import { shell } from '#client/texts/en/shell.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'
import { LanguageChoice } from './language-choice.tsx'
import { type Destination, docsPage, settingsPage } from './navigation.ts'
import { StatusLabels } from './status-labels.tsx'

type Props = { user: CurrentUser; withStatusLabels: boolean }

export function UserMenu({ user, withStatusLabels }: Props) {
  const leave = useSignOut()
  const fullName = `${user.firstName} ${user.lastName}`.trim()

  return (
    <MenuOnUse
      position="bottom-end"
      width={260}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      dropdown={{ lang: languageFor('en') }}
      target={
        <ActionIcon variant="subtle" color="gray" radius="xl" size={40} lang={languageFor('en')}>
          <Avatar
            src={user.profileImageUrl || null}
            name={fullName || user.email}
            alt=""
            size={34}
            color="accent"
          />
          <VisuallyHidden>{shell.userMenu}</VisuallyHidden>
        </ActionIcon>
      }
    >
      <Menu.Label>
        {fullName && (
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {fullName}
          </Text>
        )}
        <Text size="xs" truncate>
          {user.email}
        </Text>
        {withStatusLabels && <StatusLabels />}
      </Menu.Label>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconUser size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/profile" {...props} />}
      >
        {shell.profile}
      </Menu.Item>
      <SharedItems />
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
        {shell.signOut}
      </Menu.Item>
    </MenuOnUse>
  )
}

/** The items that the embedded menu and the menu beside Clerk's button have in common. */
function SharedItems() {
  return (
    <>
      <PageItem page={settingsPage} />
      <PageItem page={docsPage} />
      <Menu.Divider />
      <SchemeChoice />
      <Menu.Divider />
      <LanguageChoice />
    </>
  )
}

/** A menu item that leads to a page. */
function PageItem({ page }: { page: Destination }) {
  return (
    <Menu.Item
      leftSection={<page.icon size={16} aria-hidden />}
      renderRoot={(props) => <Link to={page.to} {...props} />}
    >
      {page.label}
    </Menu.Item>
  )
}

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

/** The colour scheme choice of a menu. */
function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{shell.scheme}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} aria-label={shell.scheme}>
        {schemes.map(({ value, icon: Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            onChange={() => setColorScheme(value)}
            rightSection={<Icon size={16} aria-hidden />}
          >
            {shell.schemes[value]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

const userButton: SlotContent = { kind: 'user-button' }

type ClerkUserMenuProps = { user: CurrentUser; withStatusLabels: boolean }

/**
 * Clerk's user button, and a menu for the actions that it lacks. The embedded menu is shown until Clerk is
 * ready.
 */
export function ClerkUserMenu(props: ClerkUserMenuProps) {
  const clerk = useClerkState()
  if (clerk.name !== 'ready') return <UserMenu {...props} />
  return (
    <Group gap={4} wrap="nowrap">
      <DisplayMenu {...props} />
      <ClerkSlot content={userButton} w={34} h={34} />
    </Group>
  )
}

function DisplayMenu({ withStatusLabels }: ClerkUserMenuProps) {
  return (
    <MenuOnUse
      position="bottom-end"
      width={260}
      withinPortal={false}
      dropdown={{ lang: languageFor('en') }}
      target={
        <ActionIcon
          variant="subtle"
          color="gray"
          radius="xl"
          size={40}
          lang={languageFor('en')}
          aria-label={shell.display}
        >
          <IconSunMoon size={20} aria-hidden />
        </ActionIcon>
      }
    >
      {withStatusLabels && isSpecMode && (
        <>
          <Menu.Label>
            <StatusLabels />
          </Menu.Label>
          <Menu.Divider />
        </>
      )}
      <SharedItems />
    </MenuOnUse>
  )
}

/** Returns the function that signs out; `redirect` is the path to open after the next sign-in. */
export function useSignOut(): (redirect?: string) => Promise<void> {
  const navigate = useNavigate()
  return async (redirect) => {
    if (!(await maySignOut())) return
    const { ok } = await signOut(() =>
      navigate({ to: '/sign-in', search: redirect ? { redirect } : {} }),
    )
    if (!ok) notify.error(shell.signOutFailed)
  }
}

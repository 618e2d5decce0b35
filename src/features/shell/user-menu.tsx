import { ActionIcon, Avatar, Group, Menu, Text } from '@mantine/core'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import { shell } from '../../texts/shell.ts'
import { docsPage, settingsPage } from './navigation.ts'
import { PageItem } from './page-item.tsx'
import { SchemeChoice } from './scheme-choice.tsx'
import { Standing } from './standing.tsx'
import { useSignOut } from './use-sign-out.ts'

type Props = { user: CurrentUser; withStanding: boolean; liveness?: ReactNode }

export function UserMenu({ user, withStanding, liveness }: Props) {
  const leave = useSignOut()
  const fullName = `${user.firstName} ${user.lastName}`.trim()

  return (
    <Menu
      position="bottom-end"
      width={260}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          radius="xl"
          size={40}
          lang="en"
          aria-label={shell.userMenu}
        >
          <Avatar
            src={user.profileImageUrl || null}
            name={fullName || user.email}
            alt=""
            size={34}
            color="accent"
            aria-hidden
          />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown lang="en">
        <Menu.Label>
          {fullName && (
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
              {fullName}
            </Text>
          )}
          <Text size="xs" truncate>
            {user.email}
          </Text>
          {withStanding && (
            <Group gap={6} mt="xs">
              <Standing liveness={liveness} />
            </Group>
          )}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUser size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/profile" {...props} />}
        >
          {shell.profile}
        </Menu.Item>
        <PageItem page={settingsPage} />
        <PageItem page={docsPage} />
        <Menu.Divider />
        <SchemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
          {shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

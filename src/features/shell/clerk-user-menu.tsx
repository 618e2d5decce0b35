import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconSunMoon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import { useClerkState } from '../../lib/clerk/clerk-link.ts'
import { ClerkSlot } from '../../lib/clerk/clerk-slot.tsx'
import type { SlotContent } from '../../lib/clerk/clerk-slots.ts'
import { shell } from '../../texts/shell.ts'
import { docsPage, settingsPage } from './navigation.ts'
import { PageItem } from './page-item.tsx'
import { SchemeChoice } from './scheme-choice.tsx'
import { Standing } from './standing.tsx'
import { UserMenu } from './user-menu.tsx'

const userButton: SlotContent = { kind: 'user-button' }

type Props = { user: CurrentUser; withStanding: boolean; liveness?: ReactNode }

/** Clerk's button, and beside it what it does not offer. Our own menu serves until it is there. */
export function ClerkUserMenu(props: Props) {
  const clerk = useClerkState()
  if (clerk.name !== 'ready') return <UserMenu {...props} />
  return (
    <Group gap={4} wrap="nowrap">
      <DisplayMenu {...props} />
      <ClerkSlot content={userButton} w={34} h={34} />
    </Group>
  )
}

function DisplayMenu({ withStanding, liveness }: Props) {
  return (
    <Menu position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          radius="xl"
          size={40}
          lang="en"
          aria-label={shell.display}
        >
          <IconSunMoon size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown lang="en">
        {withStanding && (
          <>
            <Menu.Label>
              <Group gap={6}>
                <Standing liveness={liveness} />
              </Group>
            </Menu.Label>
            <Menu.Divider />
          </>
        )}
        <PageItem page={settingsPage} />
        <PageItem page={docsPage} />
        <Menu.Divider />
        <SchemeChoice />
      </Menu.Dropdown>
    </Menu>
  )
}

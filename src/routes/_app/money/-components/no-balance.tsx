import { Anchor } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { isLiveMode } from '#client/lib/mode.ts'
import { connectableNames } from '#client/processors/identities.ts'
import { money } from '#client/texts/en/money.ts'
import { trpc } from '#client/trpc.ts'

const texts = money.nothing

/** Shown until a processor has reported a balance: what to do first. Only owners can connect an account. */
export function NoBalance() {
  const { data } = trpc.team.role.useQuery()
  const icon = <IconBuildingBank size={28} stroke={1.5} aria-hidden />
  if (!isLiveMode) {
    return (
      <EmptyState
        icon={icon}
        title={texts.title}
        text={texts.test}
        action={
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/payments" />}>
            {texts.testAction}
          </Anchor>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={icon}
      title={texts.title}
      text={(data?.role === 'owner' ? texts.live : texts.askOwner)(connectableNames)}
      action={
        data?.role === 'owner' && (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...props} to="/settings" search={{ tab: 'payments' }} />}
          >
            {texts.liveAction}
          </Anchor>
        )
      }
    />
  )
}

import { Anchor, Paper } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { connectableNames } from '#client/processors/identities.ts'
import { payments } from '#client/texts/en/payments.ts'
import { trpc } from '#client/trpc.ts'

const texts = payments.noProcessor

/** Replaces the form when no processor could take the payment. Only owners can connect one. */
export function NoProcessor() {
  const { data } = trpc.team.role.useQuery()
  return (
    <Paper>
      <EmptyState
        icon={<IconPlugConnectedX size={28} stroke={1.5} aria-hidden />}
        title={texts.title}
        text={(data?.role === 'staff' ? texts.askOwner : texts.text)(connectableNames)}
        action={
          data?.role === 'owner' && (
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link {...props} to="/settings" search={{ tab: 'payments' }} />
              )}
            >
              {texts.link}
            </Anchor>
          )
        }
      />
    </Paper>
  )
}

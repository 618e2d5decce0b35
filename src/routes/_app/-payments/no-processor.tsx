import { Anchor, Paper } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { payments } from '#client/texts/en/payments.ts'

const texts = payments.noProcessor

/** Replaces the form when no processor could take the payment. */
export function NoProcessor() {
  return (
    <Paper>
      <EmptyState
        icon={<IconPlugConnectedX size={28} stroke={1.5} aria-hidden />}
        title={texts.title}
        text={texts.text}
        action={
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...props} to="/settings" search={{ tab: 'payments' }} />}
          >
            {texts.link}
          </Anchor>
        }
      />
    </Paper>
  )
}

import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { isLiveBook } from '#client/lib/book.ts'
import { payments } from '#client/texts/payments.ts'
import classes from './payments.module.css'

const texts = payments.stripe

/** As high as the fields that come. */
export function CardLoading() {
  return (
    <div className={classes.card} role="status" aria-busy="true" aria-label={texts.loading}>
      <Skeleton h="9.75rem" radius="sm" />
    </div>
  )
}

type NoticeProps = {
  words: { title: string; text: string }
  action: string
  onClick: () => void
  role: 'alert' | 'status'
  color: 'red' | 'yellow'
}

function Notice({ words, action, onClick, role, color }: NoticeProps) {
  return (
    <Alert color={color} icon={<IconAlertTriangle aria-hidden />} title={words.title} role={role}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{words.text}</Text>
        <Button
          type="button"
          variant="default"
          size="sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onClick}
        >
          {action}
        </Button>
      </Stack>
    </Alert>
  )
}

export const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    words={{
      title: texts.unreachable.title,
      // In the live book there are none.
      text: [texts.unreachable.text, ...(isLiveBook ? [] : [texts.unreachable.others])].join(' '),
    }}
    action={texts.unreachable.retry}
    onClick={onRetry}
    role="alert"
    color="red"
  />
)

/** Stripe was connected while the page was open, whose policy keeps Stripe's script out. */
export const LoadAgain = () => (
  <Notice
    words={texts.reload}
    action={texts.reload.action}
    onClick={() => window.location.reload()}
    role="status"
    color="yellow"
  />
)

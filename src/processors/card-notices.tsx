import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { payments } from '#client/texts/en/payments.ts'
import classes from './card.module.css'

const texts = payments.script

/** A skeleton as high as the card fields. */
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

export function Notice({ words, action, onClick, role, color }: NoticeProps) {
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

/** Shown when a processor was connected while the page was open: the page's policy still blocks its script. */
export const ReloadNotice = ({ processor }: { processor: string }) => (
  <Notice
    words={{ title: texts.reload.title, text: texts.reload.text(processor) }}
    action={texts.reload.action}
    onClick={() => window.location.reload()}
    role="status"
    color="yellow"
  />
)

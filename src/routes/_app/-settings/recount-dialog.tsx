import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { settings } from '../../../texts/settings.ts'
import type { BusinessValues, Changes } from './business-values.ts'

const texts = settings.business.recount

type Props = {
  asked: Changes | undefined
  shown: BusinessValues
  isPending: boolean
  onClose: () => void
  onConfirm: () => void
}

export function RecountDialog({ asked, shown, isPending, onClose, onConfirm }: Props) {
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={texts.title}
      action={texts.action}
      back={texts.back}
      isPending={isPending}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        {texts.text}
      </Alert>
      {asked?.timezone && <Text size="sm">{texts.zone(shown.timezone, asked.timezone)}</Text>}
      {asked?.currency && <Text size="sm">{texts.currency(shown.currency, asked.currency)}</Text>}
      <Text size="sm">{texts.kept}</Text>
    </ConfirmDialog>
  )
}

import { Switch } from '@mantine/core'
import { linkMails } from '#client/texts/en/link-mails.ts'

const texts = linkMails.reminders

type Props = { checked: boolean; onChange: (isOn: boolean) => void }

/** Whether the customer of a link is reminded while they have not paid. */
export const RemindersSwitch = ({ checked, onChange }: Props) => (
  <Switch
    label={texts.label}
    description={texts.help}
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)

import { Switch } from '@mantine/core'
import { linkMails } from '#client/texts/en/link-mails.ts'

const texts = linkMails.reminders

type Props = { checked: boolean; onChange: (isOn: boolean) => void }

/** The switch for reminders to the customer of an unpaid link. */
export const RemindersSwitch = ({ checked, onChange }: Props) => (
  <Switch
    label={texts.label}
    description={texts.help}
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)

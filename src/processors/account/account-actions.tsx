import { Button, Group } from '@mantine/core'
import { account as texts } from '#client/processors/account/texts/en/account.ts'
import classes from './account.module.css'

type Props = { onTest: () => void; onChange: () => void; onDisconnect: () => void }

/** The actions of an owner for a connected account. */
export const AccountActions = ({ onTest, onChange, onDisconnect }: Props) => (
  <Group gap="sm">
    <Button variant="default" onClick={onTest}>
      {texts.test.open}
    </Button>
    <Button variant="default" onClick={onChange}>
      {texts.change}
    </Button>
    <Button variant="default" className={classes.danger} onClick={onDisconnect}>
      {texts.disconnect.open}
    </Button>
  </Group>
)

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { account as texts } from '#client/processors/account/texts/en/account.ts'
import classes from './account.module.css'

/** Props of a field for a pasted key, which no browser should offer to store or fill in. */
export const keyInput = {
  withAsterisk: false,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 300,
  className: classes.key,
} as const

/** A field for a pasted secret. Sets `aria-invalid`, which the library sets itself only for other fields. */
export const SecretInput = (props: PasswordInputProps) => (
  <PasswordInput
    {...keyInput}
    visibilityToggleButtonProps={{ 'aria-label': texts.showKey }}
    {...props}
    aria-invalid={props.error === undefined ? undefined : true}
  />
)

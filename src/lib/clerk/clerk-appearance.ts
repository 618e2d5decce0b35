import type { ClerkProviderProps } from '@clerk/react'
import classes from './clerk.module.css'

/** Clerk's parts in the colours of our theme, which follow the scheme by themselves. */
export const appearance: NonNullable<ClerkProviderProps['appearance']> = {
  // Below our own style sheets, so that those win.
  cssLayerName: 'clerk',
  variables: {
    colorPrimary: 'var(--mantine-primary-color-filled)',
    colorPrimaryForeground: 'var(--mantine-color-white)',
    colorDanger: 'var(--mantine-color-error)',
    colorSuccess: 'var(--tone-success)',
    colorWarning: 'var(--tone-pending)',
    colorNeutral: 'var(--mantine-color-text)',
    colorForeground: 'var(--mantine-color-text)',
    colorMuted: 'var(--app-canvas)',
    colorMutedForeground: 'var(--mantine-color-dimmed)',
    colorBackground: 'var(--mantine-color-body)',
    colorInput: 'var(--mantine-color-default)',
    colorInputForeground: 'var(--mantine-color-text)',
    colorBorder: 'var(--mantine-color-default-border)',
    fontFamily: 'var(--mantine-font-family)',
    fontFamilyMono: 'var(--mantine-font-family-monospace)',
    borderRadius: 'var(--mantine-radius-default)',
  },
  elements: { avatarBox: classes.avatar, userButtonAvatarBox: classes.avatar },
  // Our pages are the card: theirs would be one inside the other.
  signIn: { elements: { rootBox: classes.whole, cardBox: classes.bare, card: classes.bare } },
  signUp: { elements: { rootBox: classes.whole, cardBox: classes.bare, card: classes.bare } },
  userProfile: { elements: { rootBox: classes.whole, cardBox: classes.whole } },
}

import { notifications } from '@mantine/notifications'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { common } from '../texts/en/common.ts'
import { languageFor } from './language-for.ts'

type Toast = { title: string; message: string; lang?: 'it' | 'en' }

type ToastStyle = {
  tone: 'success' | 'neutral' | 'failed'
  icon: ReactNode
  role: 'status' | 'alert'
  id?: string
}

const INVALID = 'invalid-form'

function show(toast: Toast, { tone, ...style }: ToastStyle) {
  // Replaces the current toast instead of queueing: the newest matters most.
  notifications.cleanQueue()
  notifications.clean()
  notifications.show({
    lang: languageFor('en'),
    ...toast,
    ...style,
    'data-tone': tone,
    withBorder: true,
    autoClose: 6000,
    closeButtonProps: { 'aria-label': common.dismiss },
  })
}

const failed: ToastStyle = { tone: 'failed', icon: <IconX size={18} aria-hidden />, role: 'alert' }

/** Shows toasts, one at a time: each replaces the previous one. */
export const notify = {
  success: (toast: Toast) =>
    show(toast, { tone: 'success', icon: <IconCheck size={18} aria-hidden />, role: 'status' }),
  neutral: (toast: Toast) =>
    show(toast, { tone: 'neutral', icon: <IconClock size={18} aria-hidden />, role: 'status' }),
  error: (toast: Toast) => show(toast, failed),
  /** For an invalid form: the toast disappears with the form, or when the form is valid. */
  invalid: (toast: Toast) => show(toast, { ...failed, id: INVALID }),
  /** Hides the toast of an invalid form. */
  valid: () => {
    notifications.hide(INVALID)
  },
}

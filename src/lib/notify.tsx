import { notifications } from '@mantine/notifications'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { common } from '../texts/common.ts'
import { spoken } from './spoken.ts'

type Toast = { title: string; message: string; lang?: 'it' | 'en' }

function show(toast: Toast, look: { color: string; icon: ReactNode; role: 'status' | 'alert' }) {
  // The newest matters: it takes the place of the one on show instead of waiting behind it.
  notifications.cleanQueue()
  notifications.clean()
  notifications.show({
    lang: spoken('en'),
    ...toast,
    ...look,
    withBorder: true,
    autoClose: 6000,
    closeButtonProps: { 'aria-label': common.dismiss },
  })
}

export const notify = {
  success: (toast: Toast) =>
    show(toast, { color: 'green.8', icon: <IconCheck size={18} aria-hidden />, role: 'status' }),
  neutral: (toast: Toast) =>
    show(toast, { color: 'gray.7', icon: <IconClock size={18} aria-hidden />, role: 'status' }),
  error: (toast: Toast) =>
    show(toast, { color: 'red.8', icon: <IconX size={18} aria-hidden />, role: 'alert' }),
}

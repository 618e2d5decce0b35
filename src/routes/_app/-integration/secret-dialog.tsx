import type { ReactNode } from 'react'
import { DialogFrame } from '../../../components/dialog-frame.tsx'
import { SecretStep } from './secret-step.tsx'

type Props = {
  title: string
  text: string
  label: string
  secret: string
  note?: ReactNode
  onClose: () => void
}

export function SecretDialog({ title, text, label, secret, note, onClose }: Props) {
  return (
    <DialogFrame title={title} onClose={undefined}>
      <SecretStep text={text} label={label} secret={secret} note={note} onDone={onClose} />
    </DialogFrame>
  )
}

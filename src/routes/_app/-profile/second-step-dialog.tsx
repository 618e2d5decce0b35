import { Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { notify } from '../../../lib/notify.tsx'
import {
  beginSecondStep,
  endSecondStep,
  type NewSecondStep,
  newRecoveryCodes,
} from '../../../lib/own-auth.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { profile } from '../../../texts/profile.ts'
import { PasswordPrompt } from './password-prompt.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'

const texts = profile.secondStep

/** What the dialog is opened for. */
export type Purpose = 'begin' | 'end' | 'again'

type Props = { purpose: Purpose; email: string; onClose: () => void }

export function SecondStepDialog({ purpose, email, onClose }: Props) {
  const [begun, setBegun] = useState<NewSecondStep>()
  const [codes, setCodes] = useState<readonly string[]>()
  useFocusBack()
  const isBeginning = purpose === 'begin'

  return (
    <Modal
      opened
      // Codes that were closed by mistake would be gone.
      onClose={() => {
        if (!codes) onClose()
      }}
      title={
        <Text component="span" fw={600}>
          {codes ? texts.codes.title : texts[purpose].title}
        </Text>
      }
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      {codes ? (
        <RecoveryCodes
          email={email}
          codes={codes}
          note={isBeginning ? texts.codes.isOn : undefined}
          onDone={onClose}
        />
      ) : begun ? (
        <ScanStep uri={begun.uri} onDone={() => setCodes(begun.recoveryCodes)} onCancel={onClose} />
      ) : isBeginning ? (
        <PasswordPrompt
          text={texts.begin.text}
          action={texts.continue}
          onSubmit={beginSecondStep}
          onDone={setBegun}
          onCancel={onClose}
        />
      ) : purpose === 'again' ? (
        <PasswordPrompt
          text={texts.again.text}
          action={texts.again.submit}
          onSubmit={newRecoveryCodes}
          onDone={setCodes}
          onCancel={onClose}
        />
      ) : (
        <PasswordPrompt
          text={texts.end.text}
          action={texts.turnOff}
          back={texts.end.back}
          isDestructive
          onSubmit={endSecondStep}
          onDone={() => {
            notify.success(texts.end.done)
            onClose()
          }}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

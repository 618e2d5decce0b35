import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { SpinnerScreen } from '#client/components/spinner-screen.tsx'
import { languageFor } from '#client/lib/language-for.ts'
import { auth } from '#client/texts/en/auth.ts'

// Loaded lazily: most viewers are signed in and never need the button.
const SignInPanel = lazy(() =>
  import('./sign-in-panel.tsx').then((module) => ({ default: module.SignInPanel })),
)

/** The header's sign-in button for visitors; it opens a dialog, so the page stays open. */
export function SignInButton() {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button size="sm" onClick={dialog.open} aria-haspopup="dialog">
        {auth.signIn.submit}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={
          <Text component="span" fw={600}>
            {auth.signIn.title}
          </Text>
        }
        centered
        closeButtonProps={{ 'aria-label': auth.close }}
        lang={languageFor('it')}
      >
        <Suspense fallback={<SpinnerScreen label={auth.loading} />}>
          <SignInPanel onDone={dialog.close} />
        </Suspense>
      </Modal>
    </>
  )
}

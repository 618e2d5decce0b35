import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  Integration,
  RotatedSecret,
} from '#server/features/integrations/integrations.schema.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { DateText } from '../../../components/date-text.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { isGivenUp } from '../../../lib/confirmation.ts'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { integration as allTexts } from '../../../texts/integration.ts'
import { trpc } from '../../../trpc.ts'
import classes from './integration.module.css'
import { SecretDialog } from './secret-dialog.tsx'

const texts = allTexts.secret

type Props = { integration: Integration; isOwner: boolean }

export function SigningSecret({ integration: { id, secretLast4 }, isOwner }: Props) {
  const { timezone } = useSignedIn().merchant
  const [isAsking, setIsAsking] = useState(false)
  const [rotated, setRotated] = useState<RotatedSecret>()
  const { mutate, isPending } = trpc.integrations.rotateSecret.useMutation({
    onSuccess: (answer) => {
      setIsAsking(false)
      setRotated(answer)
    },
    onError: (error) => {
      if (!isGivenUp(error)) {
        notify.error({ title: allTexts.failed, message: readProblem(error).detail })
      }
    },
  })
  return (
    <Group justify="space-between" gap="sm" role="group" aria-label={texts.label}>
      <div className={classes.words}>
        <Text size="sm" fw={500}>
          {texts.label}
        </Text>
        {secretLast4 === null ? (
          <Text size="sm" c="dimmed">
            {texts.none}
          </Text>
        ) : (
          <span className={classes.mono}>{texts.masked(secretLast4)}</span>
        )}
      </div>
      {isOwner && secretLast4 !== null && (
        <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
          {texts.rotate}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={texts.rotateTitle}
        action={texts.rotate}
        back={texts.rotateBack}
        isPending={isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => mutate({ id })}
      >
        <Text size="sm">{texts.rotateText}</Text>
      </ConfirmDialog>
      {rotated && (
        <SecretDialog
          title={texts.rotatedTitle}
          text={texts.text}
          label={texts.field}
          secret={rotated.secret}
          note={
            rotated.previousExpiresAt && (
              <Text size="sm" c="dimmed" component="div">
                {`${texts.overlap} `}
                <DateText at={rotated.previousExpiresAt} timezone={timezone} />
              </Text>
            )
          }
          onClose={() => setRotated(undefined)}
        />
      )}
    </Group>
  )
}

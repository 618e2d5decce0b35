import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { Section } from '#client/components/section.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { useFollow } from '#client/lib/hooks/use-follow.ts'
import { useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { markRefusedFields, refusedBySchema } from '#client/lib/schema-issues.ts'
import { integration as allTexts } from '#client/texts/en/integration.ts'
import { trpc } from '#client/trpc.ts'
import {
  type Integration,
  type RotatedSecret,
  UpdateIntegration,
} from '#server/features/integrations/integrations.schema.ts'
import { ApiVersion } from '#server/shared/api-version.ts'
import { EventChoice, joinTypes, typesOf } from './event-choice.tsx'
import classes from './integration.module.css'
import { SecretDialog } from './secret-dialog.tsx'
import { useIsOwner } from './use-integration.ts'

const texts = allTexts.configuration

const versionOptions = ApiVersion.options.map((value) => ({
  value,
  label: texts.versions[value],
}))

/** `events` is a comma-separated text, so that equal selections compare as equal. */
type Values = { version: ApiVersion; webhookUrl: string; events: string }

type Props = { integration: Integration }

export function ConfigurationCard({ integration }: Props) {
  const isOwner = useIsOwner()
  return (
    <Section title={texts.title} id="configuration" isBusy={isOwner === undefined}>
      <TextInput
        label={texts.baseUrl}
        readOnly
        value={integration.baseUrl}
        rightSection={<CopyIcon value={integration.baseUrl} label={texts.copyBaseUrl} />}
        rightSectionWidth={40}
      />
      <ConfigurationForm integration={integration} isOwner={isOwner === true} />
      <SigningSecret integration={integration} isOwner={isOwner === true} />
      {isOwner === false && (
        <Text size="sm" c="dimmed">
          {allTexts.ownerOnly}
        </Text>
      )}
    </Section>
  )
}

type FormProps = Props & { isOwner: boolean }

function ConfigurationForm({ integration, isOwner }: FormProps) {
  const [secret, setSecret] = useState<string>()
  const { id, version, webhookUrl } = integration
  const chosen = trpc.integrations.events.useQuery().data?.events
  const saved: Values = { version, webhookUrl: webhookUrl ?? '', events: joinTypes(chosen ?? []) }
  const form = useForm<Values>({ initial: saved })
  useFollow(form, saved)
  const { question } = useUnsavedChanges(form.isDirty)

  const { mutate, isPending } = trpc.integrations.update.useMutation({
    onSuccess: (response, { events = [] }) => {
      const { version: savedVersion } = response
      form.startFrom({
        version: savedVersion,
        webhookUrl: response.webhookUrl ?? '',
        events: joinTypes(events),
      })
      notify.success(texts.updated)
      if (response.secret !== null) setSecret(response.secret)
    },
    onError: (error) => {
      notify.error(texts.notUpdated)
      const { issues, code, detail } = readProblem(error)
      if (markRefusedFields(form, issues) || code !== 'invalid') return
      form.refuse({ webhookUrl: detail })
    },
  })
  const submit = form.onSubmit(
    ({ events, ...values }) => {
      const input = { id, ...values, ...(chosen && { events: typesOf(events) }) }
      if (refusedBySchema(form, UpdateIntegration, input)) notify.error(texts.notUpdated)
      else mutate(input)
    },
    { isPending: isPending || !isOwner },
  )

  return (
    <form noValidate aria-label={texts.title} onSubmit={submit}>
      <Stack gap="md">
        <NativeSelect
          label={texts.version}
          description={texts.versionHelp}
          data={versionOptions}
          disabled={!isOwner}
          {...form.input('version')}
        />
        <TextInput
          label={texts.webhookUrl}
          description={texts.webhookUrlHelp}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          placeholder={texts.webhookUrlPlaceholder}
          disabled={!isOwner}
          {...form.input('webhookUrl')}
        />
        {chosen && (
          <EventChoice
            events={form.values.events}
            error={form.errors.events}
            isOwner={isOwner}
            onChange={(events) => form.set({ events })}
          />
        )}
        {isOwner && (
          <Group>
            <Button type="submit" disabled={isPending}>
              {isPending ? texts.updating : texts.update}
            </Button>
          </Group>
        )}
      </Stack>
      {question}
      {secret !== undefined && (
        <SecretDialog
          title={allTexts.secret.madeTitle}
          text={allTexts.secret.text}
          label={allTexts.secret.field}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </form>
  )
}

const secretTexts = allTexts.secret

type SigningSecretProps = { integration: Integration; isOwner: boolean }

function SigningSecret({ integration: { id, secretLast4 }, isOwner }: SigningSecretProps) {
  const { timezone } = useSignedIn().merchant
  const [isAsking, setIsAsking] = useState(false)
  const [rotated, setRotated] = useState<RotatedSecret>()
  const { mutate, isPending } = trpc.integrations.rotateSecret.useMutation({
    onSuccess: (response) => {
      setIsAsking(false)
      setRotated(response)
    },
    onError: (error) => {
      if (!isConfirmationDeclined(error)) {
        notify.error({ title: allTexts.failed, message: readProblem(error).detail })
      }
    },
  })
  return (
    <Group justify="space-between" gap="sm" role="group" aria-label={secretTexts.label}>
      <div className={classes.words}>
        <Text size="sm" fw={500}>
          {secretTexts.label}
        </Text>
        {secretLast4 === null ? (
          <Text size="sm" c="dimmed">
            {secretTexts.none}
          </Text>
        ) : (
          <span className={classes.mono}>{secretTexts.masked(secretLast4)}</span>
        )}
      </div>
      {isOwner && secretLast4 !== null && (
        <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
          {secretTexts.rotate}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={secretTexts.rotateTitle}
        action={secretTexts.rotate}
        back={secretTexts.rotateBack}
        isPending={isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => mutate({ id })}
      >
        <Text size="sm">{secretTexts.rotateText}</Text>
      </ConfirmDialog>
      {rotated && (
        <SecretDialog
          title={secretTexts.rotatedTitle}
          text={secretTexts.text}
          label={secretTexts.field}
          secret={rotated.secret}
          note={
            rotated.previousExpiresAt && (
              <Text size="sm" c="dimmed" component="div">
                {`${secretTexts.overlap} `}
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

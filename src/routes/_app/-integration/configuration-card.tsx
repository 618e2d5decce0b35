import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ApiVersion } from '#server/features/api-keys/api-keys.schema.ts'
import type { Integration } from '#server/features/integrations/integrations.schema.ts'
import { CopyIcon } from '../../../components/copy-icon.tsx'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { integration as allTexts } from '../../../texts/integration.ts'
import { trpc } from '../../../trpc.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { Section } from '../../../components/section.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { useIsOwner } from './use-integration.ts'

const texts = allTexts.configuration

const versionOptions = ApiVersion.options.map((value) => ({
  value,
  label: texts.versions[value],
}))

type Values = { version: ApiVersion; webhookUrl: string }

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
  // Only what was touched: the rest follows when somebody else changes it.
  const [draft, setDraft] = useState<Partial<Values>>({})
  const [issue, setIssue] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { id, version, webhookUrl } = integration
  const values: Values = { version, webhookUrl: webhookUrl ?? '', ...draft }
  const change = (changed: Partial<Values>) => setDraft((before) => ({ ...before, ...changed }))

  const { mutate, isPending } = trpc.integrations.update.useMutation({
    onSuccess: (answer) => {
      setDraft({})
      notify.success(texts.updated)
      if (answer.secret !== null) setSecret(answer.secret)
    },
    onError: (error) => {
      notify.error(texts.notUpdated)
      const { issues, code, detail } = readProblem(error)
      const found = issues.find(({ path }) => path === 'webhookUrl')
      setIssue(found?.message ?? (code === 'invalid' ? detail : undefined))
      if (found) field.current?.focus()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !isOwner) return
    setIssue(undefined)
    mutate({ id, ...values })
  }

  return (
    <form noValidate aria-label={texts.title} onSubmit={submit}>
      <Stack gap="md">
        <NativeSelect
          label={texts.version}
          description={texts.versionHelp}
          data={versionOptions}
          disabled={!isOwner}
          value={values.version}
          onChange={({ currentTarget }) =>
            change({ version: ApiVersion.parse(currentTarget.value) })
          }
        />
        <TextInput
          ref={field}
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
          error={issue}
          value={values.webhookUrl}
          onChange={({ currentTarget }) => {
            setIssue(undefined)
            change({ webhookUrl: currentTarget.value })
          }}
        />
        {isOwner && (
          <Group>
            <Button type="submit" disabled={isPending}>
              {isPending ? texts.updating : texts.update}
            </Button>
          </Group>
        )}
      </Stack>
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

import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { type Form, useForm } from '#client/lib/hooks/use-form.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { markRefusedFields, refusedBySchema } from '#client/lib/schema-issues.ts'
import { integration } from '#client/texts/en/integration.ts'
import { webhookEndpoints } from '#client/texts/en/webhook-endpoints.ts'
import { trpc } from '#client/trpc.ts'
import {
  ChangedWebhookEndpoint,
  type EndpointEvent,
  NewWebhookEndpoint,
  type WebhookEndpoint,
} from '#server/features/webhook-endpoints/webhook-endpoints.schema.ts'
import { ALL_EVENTS } from '#server/services/outbox/event-type.schema.ts'
import { ApiVersion } from '#server/shared/api-version.ts'
import { EventChoice, joinTypes, typesOf } from '../event-choice.tsx'
import { SecretDialog } from '../secret-dialog.tsx'

const texts = webhookEndpoints.form

type Values = { url: string; version: ApiVersion; isAll: boolean; events: string }

const valuesOf = (endpoint: WebhookEndpoint | undefined): Values => ({
  url: endpoint?.url ?? '',
  version: endpoint?.version ?? 'v2',
  isAll: endpoint === undefined || endpoint.events.includes(ALL_EVENTS),
  events: joinTypes(endpoint?.events ?? []),
})

function inputOf({ url, version, isAll, events }: Values) {
  const chosen: EndpointEvent[] = isAll ? [ALL_EVENTS] : typesOf(events)
  return { url, version, events: chosen }
}

const checkEvents = ({ isAll, events }: Values) =>
  isAll || events !== '' ? {} : { events: texts.eventsMissing }

function refuse(form: Form<Values>, error: unknown): void {
  const { issues, detail } = readProblem(error)
  if (markRefusedFields(form, issues)) return
  notify.error({ title: webhookEndpoints.failed, message: detail })
}

/** Asks for a new endpoint, then shows its secret, which no other response contains. */
export function AddEndpointDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ initial: valuesOf(undefined), check: checkEvents })
  const { mutate, data, isPending } = trpc.webhookEndpoints.create.useMutation({
    onError: (error) => refuse(form, error),
  })
  if (data) {
    return (
      <SecretDialog
        title={webhookEndpoints.secretDialog.title}
        text={integration.secret.text}
        label={integration.secret.field}
        secret={data.secret}
        onClose={onClose}
      />
    )
  }
  return (
    <EndpointForm
      form={form}
      title={texts.addTitle}
      submit={texts.create}
      isPending={isPending}
      onClose={onClose}
      onSubmit={(values) => {
        const input = inputOf(values)
        if (!refusedBySchema(form, NewWebhookEndpoint, input)) mutate(input)
      }}
    />
  )
}

type EditProps = { endpoint: WebhookEndpoint; onClose: () => void }

export function EditEndpointDialog({ endpoint, onClose }: EditProps) {
  const form = useForm<Values>({ initial: valuesOf(endpoint), check: checkEvents })
  const { mutate, isPending } = trpc.webhookEndpoints.update.useMutation({
    onSuccess: () => {
      notify.success(texts.saved)
      onClose()
    },
    onError: (error) => refuse(form, error),
  })
  return (
    <EndpointForm
      form={form}
      title={texts.editTitle}
      submit={texts.save}
      isPending={isPending}
      onClose={onClose}
      onSubmit={(values) => {
        const input = { id: endpoint.id, ...inputOf(values) }
        if (!refusedBySchema(form, ChangedWebhookEndpoint, input)) mutate(input)
      }}
    />
  )
}

const versionOptions = ApiVersion.options.map((value) => ({
  value,
  label: integration.configuration.versions[value],
}))

type FormProps = {
  form: Form<Values>
  title: string
  submit: string
  isPending: boolean
  onClose: () => void
  onSubmit: (values: Values) => void
}

function EndpointForm({ form, title, submit, isPending, onClose, onSubmit }: FormProps) {
  const { isAll, events } = form.values
  return (
    <Dialog title={title} onClose={isPending ? undefined : onClose}>
      <form noValidate aria-label={title} onSubmit={form.onSubmit(onSubmit, { isPending })}>
        <Stack gap="md">
          <TextInput
            label={texts.url}
            type="url"
            inputMode="url"
            required
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            placeholder={integration.configuration.webhookUrlPlaceholder}
            {...form.input('url')}
          />
          <NativeSelect
            label={texts.version}
            description={texts.versionHelp}
            data={versionOptions}
            {...form.input('version')}
          />
          <Checkbox
            label={texts.allEvents}
            checked={isAll}
            onChange={({ currentTarget }) => form.set({ isAll: currentTarget.checked })}
          />
          {!isAll && (
            <EventChoice
              events={events}
              error={form.errors.events}
              isOwner
              onChange={(chosen) => form.set({ events: chosen })}
            />
          )}
          <DialogButtons
            texts={{ cancel: texts.cancel, submit, submitting: texts.saving }}
            isPending={isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

import { ActionIcon, Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleX,
  IconDots,
  IconKeyOff,
  IconWebhook,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ListStates } from '#client/components/list/list-states.tsx'
import { Section } from '#client/components/section.tsx'
import { Tag } from '#client/components/status-badge.tsx'
import { notify } from '#client/lib/notify.tsx'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { webhookEndpoints as texts } from '#client/texts/en/webhook-endpoints.ts'
import { trpc } from '#client/trpc.ts'
import type {
  EndpointKey,
  WebhookEndpoint,
} from '#server/features/webhook-endpoints/webhook-endpoints.schema.ts'
import { ALL_EVENTS } from '#server/services/outbox/event-type.schema.ts'
import events from '../events/events.module.css'
import classes from '../integration.module.css'
import { isOfIntegration } from '../integration-search.ts'
import { useChangeSearch, useIsOwner } from '../use-integration.ts'
import { AddEndpointDialog, EditEndpointDialog } from './endpoint-dialog.tsx'
import {
  DeleteQuestion,
  DisableQuestion,
  notifyFailure,
  RotateQuestion,
} from './endpoint-questions.tsx'

type DialogKind = 'edit' | 'disable' | 'rotate' | 'delete'
type OpenDialog = { kind: 'add' } | { kind: DialogKind; endpoint: WebhookEndpoint }

/** The merchant's endpoints, the integration's first. The page lists the events of the endpoint with the id `shown`. */
export function EndpointsSection({ shown }: { shown: string | undefined }) {
  const query = trpc.webhookEndpoints.list.useQuery(undefined, { select: nullAs(noPage) })
  const keys = trpc.webhookEndpoints.keys.useQuery(undefined, { select: nullAs([]) })
  const isOwner = useIsOwner() === true
  const change = useChangeSearch()
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const showFirst = () => change({ endpoint: undefined, page: 1 })
  return (
    <Section
      title={texts.title}
      id="webhook-endpoints"
      text={texts.text}
      isBusy={query.isFetching}
      action={
        isOwner && (
          <Button size="xs" onClick={() => setOpen({ kind: 'add' })}>
            {texts.form.add}
          </Button>
        )
      }
    >
      <ListStates query={query} failed={texts.loadFailed} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<IconWebhook size={28} stroke={1.5} aria-hidden />}
              title={texts.empty}
              text={texts.emptyHelp}
            />
          ) : (
            <ul className={events.list} aria-label={texts.list}>
              {data.map((endpoint) => (
                <EndpointRow
                  key={endpoint.id}
                  endpoint={endpoint}
                  madeBy={keys.data?.find(({ endpointId }) => endpointId === endpoint.id)}
                  isShown={isOfIntegration(endpoint.id) ? !shown : shown === endpoint.id}
                  isOwner={isOwner}
                  onOpen={(kind) => setOpen({ kind, endpoint })}
                />
              ))}
            </ul>
          )
        }
      </ListStates>
      {open?.kind === 'add' && <AddEndpointDialog onClose={close} />}
      {open?.kind === 'edit' && <EditEndpointDialog endpoint={open.endpoint} onClose={close} />}
      {open?.kind === 'disable' && <DisableQuestion endpoint={open.endpoint} onClose={close} />}
      {open?.kind === 'rotate' && <RotateQuestion endpoint={open.endpoint} onClose={close} />}
      {open?.kind === 'delete' && (
        <DeleteQuestion endpoint={open.endpoint} onClose={close} onDeleted={showFirst} />
      )}
    </Section>
  )
}

type RowProps = {
  endpoint: WebhookEndpoint
  /** The key that made the endpoint; undefined for an endpoint that a person made. */
  madeBy: EndpointKey | undefined
  isShown: boolean
  isOwner: boolean
  onOpen: (kind: DialogKind) => void
}

function EndpointRow({ endpoint, madeBy, isShown, isOwner, onOpen }: RowProps) {
  const { id, url, status, disabledReason, secretLast4, version } = endpoint
  // Test events are always sent, and were not chosen.
  const chosen = endpoint.events.filter((type) => type !== 'integration.test')
  const facts = [
    isOfIntegration(id) ? texts.ofIntegration : undefined,
    version,
    endpoint.events.includes(ALL_EVENTS) ? texts.allEvents : texts.events(chosen.length),
    secretLast4 === null ? undefined : texts.secret(secretLast4),
    madeBy && (madeBy.isOfShop ? texts.ofShop : texts.ofKey)(madeBy.keyName),
  ]
  return (
    <li className={classes.check}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Stack gap={4} className={classes.words}>
          <Group gap="xs">
            <Text size="sm" fw={550} ff="monospace" className={classes.wrapped}>
              {url}
            </Text>
            <StatusTag status={status} />
            {madeBy?.isUsable === false && (
              <Tag tone="pending" icon={<IconKeyOff size={14} aria-hidden />}>
                {texts.unusableKey}
              </Tag>
            )}
          </Group>
          <Text size="xs" c="dimmed" className={classes.wrapped}>
            {facts.filter((fact) => fact !== undefined).join(' · ')}
          </Text>
          {madeBy?.isUsable === false && <Text size="xs">{texts.unusableKeyHelp}</Text>}
          {disabledReason !== null && <Text size="xs">{texts.reasons[disabledReason]}</Text>}
          <Deliveries endpoint={endpoint} isShown={isShown} />
        </Stack>
        <EndpointMenu endpoint={endpoint} isOwner={isOwner} onOpen={onOpen} />
      </Group>
    </li>
  )
}

function StatusTag({ status }: Pick<WebhookEndpoint, 'status'>) {
  const isEnabled = status === 'enabled'
  const Icon = isEnabled ? IconCircleCheck : IconCircleX
  return (
    <Tag tone={isEnabled ? 'success' : 'failed'} icon={<Icon size={14} aria-hidden />}>
      {texts.statuses[status]}
    </Tag>
  )
}

function Deliveries({ endpoint: { id, url }, isShown }: Pick<RowProps, 'endpoint' | 'isShown'>) {
  if (isShown) {
    return (
      <Text size="xs" c="dimmed">
        {`${texts.deliveries}: ${texts.shown}`}
      </Text>
    )
  }
  return (
    <Anchor
      size="xs"
      aria-label={texts.deliveriesOf(url)}
      renderRoot={(props) => (
        <Link
          {...props}
          to="."
          search={{ tab: 'events', endpoint: isOfIntegration(id) ? undefined : id }}
          resetScroll={false}
        />
      )}
    >
      {texts.deliveries}
    </Anchor>
  )
}

type MenuProps = Pick<RowProps, 'endpoint' | 'isOwner' | 'onOpen'>

function EndpointMenu({ endpoint: { id, url, status }, isOwner, onOpen }: MenuProps) {
  const test = trpc.webhookEndpoints.test.useMutation({
    onSuccess: () => notify.success(texts.tested),
    onError: notifyFailure,
  })
  const enable = trpc.webhookEndpoints.update.useMutation({
    onSuccess: () => notify.success(texts.enabled),
    onError: notifyFailure,
  })
  const isEnabled = status === 'enabled'
  return (
    <Menu position="bottom-end" portalProps={{ target: '#content' }}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={texts.actions(url)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!isEnabled || test.isPending} onClick={() => test.mutate({ id })}>
          {texts.test}
        </Menu.Item>
        {isOfIntegration(id) ? (
          <Menu.Item
            renderRoot={(props) => (
              <Link {...props} to="." search={{ tab: 'overview' }} hash="configuration" />
            )}
          >
            {texts.configure}
          </Menu.Item>
        ) : (
          isOwner && (
            <>
              <Menu.Item onClick={() => onOpen('edit')}>{texts.edit}</Menu.Item>
              {isEnabled ? (
                <Menu.Item onClick={() => onOpen('disable')}>{texts.disable}</Menu.Item>
              ) : (
                <Menu.Item
                  disabled={enable.isPending}
                  onClick={() => enable.mutate({ id, status: 'enabled' })}
                >
                  {texts.enable}
                </Menu.Item>
              )}
              <Menu.Item onClick={() => onOpen('rotate')}>{texts.rotate}</Menu.Item>
              <Menu.Item className={classes.danger} onClick={() => onOpen('delete')}>
                {texts.delete}
              </Menu.Item>
            </>
          )
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

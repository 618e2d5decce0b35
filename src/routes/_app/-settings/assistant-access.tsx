import { Anchor, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { isLiveMode } from '#client/lib/mode.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import type { AssistantAccess as Access } from '#server/features/merchants/merchants.schema.ts'

const texts = settings.assistants

/** The setting that lets assistants read with API keys: owners change it, staff read it. */
export function AssistantAccess({ isOwner }: { isOwner: boolean }) {
  const access = trpc.merchant.assistantAccess.useQuery()
  return (
    <Section
      title={texts.title}
      id="assistants"
      text={isLiveMode ? `${texts.text} ${texts.live}` : texts.text}
    >
      {access.error && !access.data ? (
        <ErrorState
          error={access.error}
          onRetry={() => void access.refetch()}
          isRetrying={access.isFetching}
        />
      ) : !access.data ? (
        <Skeleton height="4rem" aria-busy />
      ) : (
        <Stack gap="md">
          {isOwner ? (
            <AccessSwitch access={access.data} />
          ) : (
            <Text size="sm">{access.data.isOn ? texts.on : texts.off}</Text>
          )}
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/docs/$guide" params={{ guide: 'agents' }} />
            )}
          >
            {texts.guide}
          </Anchor>
        </Stack>
      )}
    </Section>
  )
}

function AccessSwitch({ access: { isOn, url } }: { access: Access }) {
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.merchant.changeAssistantAccess.useMutation({
    onSuccess: (response) => {
      utils.merchant.assistantAccess.setData(undefined, response)
      notify.success(texts.done)
    },
    onError: (error) =>
      notify.error({ title: settings.failed, message: readProblem(error).detail }),
  })
  return (
    <Switch
      label={texts.switchLabel}
      description={texts.switchHelp(url)}
      checked={isOn}
      disabled={isPending}
      onChange={({ currentTarget }) => mutate({ isOn: currentTarget.checked })}
    />
  )
}

import { Alert, Button, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { queryClient, trpc } from '#client/trpc.ts'

const texts = disputePages.plan

/** Shows when the owner's rule accepts the dispute, and offers to prevent the acceptance. */
export function DisputePlan({ id }: { id: string }) {
  const { timezone } = useSignedIn().merchant
  const { data, error } = trpc.disputes.acceptance.useQuery({ id })
  const { mutate, isPending } = trpc.disputes.stopAcceptance.useMutation({
    onSuccess: () => notify.success(texts.stopped),
    onError: (failure) =>
      notify.error({ title: texts.notStopped, message: readProblem(failure).detail }),
    onSettled: () => queryClient.invalidateQueries(),
  })
  if (error) return <Text size="sm">{texts.unknown}</Text>
  if (!data?.acceptsAt) return null
  return (
    <Alert color="yellow" icon={<IconClock aria-hidden />} title={texts.title}>
      <Text size="sm" c="inherit" mb="sm">
        {texts.text}{' '}
        <strong>
          <DateText at={data.acceptsAt} timezone={timezone} />
        </strong>
      </Text>
      <Button size="xs" variant="default" loading={isPending} onClick={() => mutate({ id })}>
        {texts.stop}
      </Button>
    </Alert>
  )
}

import { ActionIcon, Paper, Text, Title, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCheck, IconChevronRight, IconX } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { isLiveBook } from '#client/lib/book.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { connectableNames } from '#client/processors/registry.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { trpc } from '#client/trpc.ts'
import classes from './get-started.module.css'

const texts = dashboard.start

/** The get-started list disappears once the merchant has more payments than this. */
const FEW_PAYMENTS = 10

const testSteps = ['payment', 'key', 'webhook', 'colleague'] as const
const liveSteps = ['connect', 'link', 'key', 'colleague'] as const
type Step = (typeof testSteps)[number] | (typeof liveSteps)[number]

/** Live payments need a connected processor first. */
const steps: readonly Step[] = isLiveBook ? liveSteps : testSteps

const ways: Record<Step, LinkProps> = {
  payment: { to: '/payments' },
  connect: { to: '/settings', search: { tab: 'payments' } },
  link: { to: '/links', search: { add: true } },
  key: { to: '/integration', search: { tab: 'keys' } },
  webhook: { to: '/integration', hash: 'configuration' },
  colleague: { to: '/settings', search: { tab: 'team' } },
}

/**
 * The steps from an empty dashboard to a business that takes payments. Only for owners, since staff lack the
 * permissions.
 */
export function GetStarted() {
  const { merchant } = useSignedIn()
  const [isHidden, setIsHidden] = useLocalStorage({
    key: `get-started-hidden:${merchant.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { data: stats } = trpc.dashboard.stats.useQuery()
  const { data: own } = trpc.team.role.useQuery()
  const isBeginning = stats ? stats.totalTransactions < FEW_PAYMENTS : false
  const isShown = isBeginning && own?.role === 'owner' && !isHidden
  const done = useDone(isShown, (stats?.totalTransactions ?? 0) > 0)
  if (!isShown || !stats || steps.every((step) => done[step])) return null
  return <StepList done={done} onHide={() => setIsHidden(true)} />
}

/** Returns the completed steps, judged by the existing data however it was created. */
function useDone(enabled: boolean, hasPayments: boolean): Record<Step, boolean> {
  const keys = trpc.apiKeys.list.useQuery(undefined, { enabled }).data
  const integrations = trpc.integrations.list.useQuery(undefined, { enabled }).data
  const team = trpc.team.list.useQuery(undefined, { enabled }).data
  const inLive = { enabled: enabled && isLiveBook }
  const accounts = trpc.processorAccounts.list.useQuery(undefined, inLive).data
  const bank = trpc.processorAccounts.transfer.useQuery(undefined, inLive).data
  const links = trpc.paymentLinks.list.useQuery({ limit: 10 }, inLive).data
  return {
    payment: hasPayments,
    connect: Boolean(bank) || (accounts ?? []).length > 0,
    link: (links?.total ?? 0) > 0,
    key: (keys?.length ?? 0) > 0,
    webhook: integrations?.some(({ webhookUrl }) => webhookUrl !== null) ?? false,
    colleague: team ? team.members.length + team.invitations.length > 1 : false,
  }
}

type ListProps = { done: Record<Step, boolean>; onHide: () => void }

function StepList({ done, onHide }: ListProps) {
  const count = steps.filter((step) => done[step]).length
  const words = texts.steps(connectableNames)
  return (
    <Paper component="section" aria-label={texts.title} className={classes.start}>
      <div className={classes.head}>
        <div>
          <Title order={2}>{texts.title}</Title>
          <Text size="sm" c="dimmed">
            {texts.about(formatCount(count), formatCount(steps.length))}{' '}
            {!isLiveBook && texts.aboutTest}
          </Text>
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.dismiss} onClick={onHide}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step}>
            <Link {...ways[step]} className={classes.step} data-done={done[step] || undefined}>
              <span className={classes.mark} aria-hidden>
                {done[step] ? <IconCheck size={16} stroke={2.5} aria-hidden /> : index + 1}
              </span>
              <span className={classes.words}>
                <span className={classes.title}>
                  {words[step].title}
                  {done[step] && <VisuallyHidden>, {texts.done}</VisuallyHidden>}
                </span>
                <span className={classes.text}>{words[step].text}</span>
              </span>
              <IconChevronRight size={18} className={classes.arrow} aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
    </Paper>
  )
}

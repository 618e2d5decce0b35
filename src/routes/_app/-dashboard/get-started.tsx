import { ActionIcon, Anchor, Paper, Text, Title, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCheck, IconChevronRight, IconX } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { isLiveMode, shownMode } from '#client/lib/mode.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { connectableNames } from '#client/processors/identities.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { trpc } from '#client/trpc.ts'
import classes from './get-started.module.css'

const texts = dashboard.start

/** The get-started list disappears once the merchant has more payments than this. */
const FEW_PAYMENTS = 10

const testSteps = ['payment', 'link', 'connect', 'branding', 'colleague'] as const
/** Live payments need a processor account or an IBAN before anything else. */
const liveSteps = ['processor', 'iban', 'link'] as const
type Step = (typeof testSteps)[number] | (typeof liveSteps)[number]

const steps: readonly Step[] = isLiveMode ? liveSteps : testSteps

const stepLinks: Record<Step, LinkProps> = {
  payment: { to: '/payments' },
  connect: { to: '/settings', search: { tab: 'payments' } },
  link: { to: '/links', search: { add: true } },
  processor: { to: '/settings', search: { tab: 'payments' } },
  iban: { to: '/settings', search: { tab: 'payments' } },
  branding: { to: '/settings', search: { tab: 'look' } },
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
  const { data: viewerRole } = trpc.team.role.useQuery()
  const isBeginning = stats ? stats.totalTransactions < FEW_PAYMENTS : false
  const isShown = isBeginning && viewerRole?.role === 'owner' && !isHidden
  const done = useCompletedSteps(isShown, (stats?.totalTransactions ?? 0) > 0)
  // In live mode one way to be paid is enough.
  const isComplete = isLiveMode
    ? done.link && (done.processor || done.iban)
    : steps.every((step) => done[step])
  if (!isShown || !stats || isComplete) return null
  return <StepList done={done} onHide={() => setIsHidden(true)} />
}

/** Returns the completed steps, judged by the existing data however it was created. */
function useCompletedSteps(enabled: boolean, hasPayments: boolean): Record<Step, boolean> {
  const inTest = { enabled: enabled && !isLiveMode }
  const team = trpc.team.list.useQuery(undefined, inTest).data
  const branding = trpc.look.get.useQuery(undefined, inTest).data
  const accounts = trpc.processorAccounts.list.useQuery(undefined, { enabled }).data
  const bank = trpc.processorAccounts.transfer.useQuery(undefined, { enabled }).data
  const links = trpc.paymentLinks.list.useQuery({ limit: 10 }, { enabled }).data
  const hasAccount = (accounts ?? []).length > 0
  return {
    payment: hasPayments,
    link: (links?.total ?? 0) > 0,
    connect: Boolean(bank) || hasAccount,
    processor: hasAccount,
    iban: Boolean(bank),
    branding: Boolean(branding?.logoUrl ?? branding?.accent),
    colleague: team ? team.members.length + team.invitations.length > 1 : false,
  }
}

type ListProps = { done: Record<Step, boolean>; onHide: () => void }

function StepList({ done, onHide }: ListProps) {
  const count = steps.filter((step) => done[step]).length
  const titles = texts.steps(connectableNames)
  return (
    <Paper component="section" aria-label={texts.title[shownMode]} className={classes.start}>
      <div className={classes.head}>
        <div>
          <Title order={2}>{texts.title[shownMode]}</Title>
          <Text size="sm" c="dimmed">
            {texts.about(formatCount(count), formatCount(steps.length))}{' '}
            {texts.aboutMode[shownMode]}
          </Text>
        </div>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.dismiss} onClick={onHide}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step}>
            <Link {...stepLinks[step]} className={classes.step} data-done={done[step] || undefined}>
              <span className={classes.mark} aria-hidden>
                {done[step] ? <IconCheck size={16} stroke={2.5} aria-hidden /> : index + 1}
              </span>
              <span className={classes.title}>
                {titles[step]}
                {done[step] && <VisuallyHidden>, {texts.done}</VisuallyHidden>}
              </span>
              <IconChevronRight size={18} className={classes.arrow} aria-hidden />
            </Link>
          </li>
        ))}
        {!isLiveMode && (
          <li className={classes.website}>
            {texts.website}
            <Anchor
              size="sm"
              renderRoot={(props) => <Link to="/integration" search={{ tab: 'keys' }} {...props} />}
            >
              {texts.websiteLink}
            </Anchor>
          </li>
        )}
      </ol>
    </Paper>
  )
}

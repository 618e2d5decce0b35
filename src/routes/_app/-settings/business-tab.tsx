import { Alert, Button, DataList, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconHistory, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { Fact } from '#client/components/fact-list.tsx'
import { Section } from '#client/components/section.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { currencyName } from '#client/lib/words/currency-names.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import type { BusinessProfile } from '#server/features/merchants/merchants.schema.ts'
import { AssistantAccess } from './assistant-access.tsx'
import { BusinessForm } from './business-form.tsx'
import { CurrenciesSection } from './currencies-section.tsx'
import { DisputeRights } from './dispute-rights.tsx'
import { DisputeRule } from './dispute-rule.tsx'
import { RefundLimits } from './refund-limits.tsx'
import classes from './settings.module.css'

const { none, business: texts } = settings
const { fields } = texts

export function BusinessTab() {
  const business = trpc.merchant.business.useQuery()
  const role = trpc.team.role.useQuery()
  const failed = [business, role].find(({ error, data }) => error && !data)
  if (failed) {
    return (
      <Paper>
        <ErrorState
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Paper>
    )
  }
  if (!business.data || !role.data) return <Skeleton height="32rem" radius="lg" aria-busy />
  return (
    <div className={classes.indexed}>
      <Stack gap="lg" miw={0}>
        {role.data.role === 'owner' ? (
          <BusinessForm business={business.data} />
        ) : (
          <ReadOnly business={business.data} />
        )}
        <CurrenciesSection isOwner={role.data.role === 'owner'} />
        <RefundLimits isOwner={role.data.role === 'owner'} />
        <AssistantAccess isOwner={role.data.role === 'owner'} />
        <DisputeRights isOwner={role.data.role === 'owner'} />
        <DisputeRule isOwner={role.data.role === 'owner'} />
        <Account merchant={business.data} />
        <AuditLogCard />
      </Stack>
      <SectionIndex />
    </div>
  )
}

/** The sections' titles by their ids, in their order. */
const sections = {
  profile: texts.profile,
  currencies: texts.offered.title,
  'refund-limits': settings.refundLimits.title,
  assistants: settings.assistants.title,
  'dispute-rights': settings.disputeRights.title,
  'dispute-rule': disputePages.rule.title,
  account: texts.account,
  'audit-log': settings.auditLog.title,
}

/** Links to the sections, where a column beside them has the space. */
function SectionIndex() {
  return (
    <nav aria-label={texts.index} className={classes.index}>
      <Text size="xs" fw={600} c="dimmed" mb={4}>
        {texts.index}
      </Text>
      {Object.entries(sections).map(([id, title]) => (
        <a key={id} href={`#${id}`} className={classes.indexLink} onClick={goToSection}>
          {title}
        </a>
      ))}
    </nav>
  )
}

/** Moves the focus, which scrolls too. The URL stays: its change would ask what to do with unsaved fields. */
function goToSection(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const section = document.getElementById(event.currentTarget.hash.slice(1))
  section?.setAttribute('tabindex', '-1')
  section?.focus()
}

function AuditLogCard() {
  const { title, text, open } = settings.auditLog
  return (
    <Section
      title={title}
      id="audit-log"
      text={text}
      action={
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/audit-log" />}
        >
          {open}
        </Button>
      }
    />
  )
}

function ReadOnly({ business }: { business: BusinessProfile }) {
  const { estimatedVolume } = business
  return (
    <>
      <Alert color="gray" icon={<IconLock aria-hidden />}>
        {texts.readOnly}
      </Alert>
      <Section title={texts.profile} id="profile">
        <Facts>
          <Fact label={fields.businessName}>{business.businessName}</Fact>
          <Fact label={fields.businessType}>{texts.businessTypes[business.businessType]}</Fact>
          <Fact label={fields.businessPhone}>{business.businessPhone}</Fact>
          <Fact label={fields.businessAddress}>{business.businessAddress ?? none}</Fact>
          <Fact label={fields.businessWebsite}>{business.businessWebsite ?? none}</Fact>
          <Fact label={fields.businessDescription}>{business.businessDescription ?? none}</Fact>
          <Fact label={fields.vatNumber}>{business.vatNumber ?? none}</Fact>
          <Fact label={fields.taxCode}>{business.taxCode ?? none}</Fact>
          <Fact label={fields.estimatedVolume}>
            {estimatedVolume ? texts.volumes[estimatedVolume] : none}
          </Fact>
        </Facts>
      </Section>
      <Section title={texts.counting} text={texts.countingText}>
        <Facts>
          <Fact label={fields.currency}>{currencyName(business.currency)}</Fact>
          <Fact label={fields.timezone}>{business.timezone}</Fact>
        </Facts>
      </Section>
    </>
  )
}

function Account({ merchant: { id, email, verificationStatus, createdAt, timezone } }: Props) {
  return (
    <Section title={texts.account} id="account">
      <Facts>
        <Fact label={fields.email}>{email}</Fact>
        <Fact label={fields.verificationStatus}>{texts.statuses[verificationStatus]}</Fact>
        <Fact label={fields.createdAt}>
          <DateText at={createdAt} timezone={timezone} />
        </Fact>
        <Fact label={fields.id}>
          <Text component="span" size="sm" ff="monospace" className={classes.wrapped}>
            {id}
          </Text>
          <CopyIcon value={id} label={texts.copyId} />
        </Fact>
      </Facts>
    </Section>
  )
}

type Props = { merchant: Merchant }

const Facts = ({ children }: { children: ReactNode }) => (
  <DataList withDivider labelWidth="min(11rem, 40%)" className={classes.wrapped}>
    {children}
  </DataList>
)

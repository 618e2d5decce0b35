import { Alert, DataList, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { Fact } from '#client/components/fact-list.tsx'
import { Section } from '#client/components/section.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { currencyName } from '#client/lib/words/currency-names.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import { BusinessForm } from './business-form.tsx'
import { CurrenciesSection } from './currencies-section.tsx'
import { RefundLimits } from './refund-limits.tsx'
import classes from './settings.module.css'

const { none, business: texts } = settings
const { fields } = texts

export function BusinessTab() {
  const merchant = trpc.merchant.current.useQuery()
  const role = trpc.team.role.useQuery()
  if (role.error && !role.data) {
    return (
      <Paper>
        <ErrorState
          error={role.error}
          onRetry={() => void role.refetch()}
          isRetrying={role.isFetching}
        />
      </Paper>
    )
  }
  if (!merchant.data || !role.data) return <Skeleton height="32rem" radius="lg" aria-busy />
  return (
    <Stack gap="lg">
      {role.data.role === 'owner' ? (
        <BusinessForm merchant={merchant.data} />
      ) : (
        <ReadOnly merchant={merchant.data} />
      )}
      <CurrenciesSection isOwner={role.data.role === 'owner'} />
      <RefundLimits isOwner={role.data.role === 'owner'} />
      <Account merchant={merchant.data} />
    </Stack>
  )
}

function ReadOnly({ merchant }: { merchant: Merchant }) {
  const { estimatedVolume } = merchant
  return (
    <>
      <Alert color="gray" icon={<IconLock aria-hidden />}>
        {texts.readOnly}
      </Alert>
      <Section title={texts.profile}>
        <Facts>
          <Fact label={fields.businessName}>{merchant.businessName}</Fact>
          <Fact label={fields.businessType}>{texts.businessTypes[merchant.businessType]}</Fact>
          <Fact label={fields.businessPhone}>{merchant.businessPhone}</Fact>
          <Fact label={fields.businessAddress}>{merchant.businessAddress ?? none}</Fact>
          <Fact label={fields.businessWebsite}>{merchant.businessWebsite ?? none}</Fact>
          <Fact label={fields.businessDescription}>{merchant.businessDescription ?? none}</Fact>
          <Fact label={fields.estimatedVolume}>
            {estimatedVolume ? texts.volumes[estimatedVolume] : none}
          </Fact>
        </Facts>
      </Section>
      <Section title={texts.counting} text={texts.countingText}>
        <Facts>
          <Fact label={fields.currency}>{currencyName(merchant.currency)}</Fact>
          <Fact label={fields.timezone}>{merchant.timezone}</Fact>
        </Facts>
      </Section>
    </>
  )
}

function Account({ merchant: { id, email, verificationStatus, createdAt, timezone } }: Props) {
  return (
    <Section title={texts.account}>
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

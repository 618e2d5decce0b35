import { Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { Dialog, DialogButtons } from '#client/components/dialogs/dialog.tsx'
import { downloadAfterCheck } from '#client/lib/download.ts'
import { type Form, useForm } from '#client/lib/hooks/use-form.ts'
import { formatFullDay, formatMonth, formatSpan, todayIn } from '#client/lib/words/days.ts'
import { daysOfPeriod } from '#client/lib/words/periods.ts'
import { typedDay } from '#client/lib/words/typed-day.ts'
import { exports as texts } from '#client/texts/en/exports.ts'
import { dateFilter } from '#client/texts/en/fields.ts'
import type { Day } from '#server/shared/day.ts'
import { ExportLayout } from '#server/shared/export-style.ts'
import { choices, type ExportName } from './export-kinds.ts'
import {
  daysOfExport,
  type ExportPeriod,
  type ExportView,
  exportPeriods,
  firstLayout,
  requestOf,
} from './export-request.ts'

type Props = { view: ExportView; timezone: string; onClose: () => void }

type Values = {
  kind: ExportName
  period: ExportPeriod
  from: string
  to: string
  layout: ExportLayout
}

/** Only the view's own rows have its filters, so other files begin with the last month. */
const periodOf = ({ kind, period }: Values, view: ExportView): ExportPeriod =>
  period === 'view' && kind !== view.kind ? 'last-month' : period

/** Chooses the rows, the days and the format of a file, and downloads it. */
export function ExportDialog({ view, timezone, onClose }: Props) {
  const today = todayIn(timezone)
  const lastMonth = daysOfPeriod('last-month', today)
  const form = useForm<Values>({
    initial: {
      kind: view.kind,
      period: 'view',
      from: formatFullDay(lastMonth.from),
      to: formatFullDay(lastMonth.to),
      layout: firstLayout(),
    },
    check: (values) => (periodOf(values, view) === 'custom' ? checkDays(values, today) : {}),
  })
  const submit = form.onSubmit(async (values) => {
    const custom = {
      from: typedDay(values.from, today) ?? today,
      to: typedDay(values.to, today) ?? today,
    }
    const days = daysOfExport(periodOf(values, view), custom, today)
    const { href, checkExport } = requestOf(view, values.kind, { days, layout: values.layout })
    if (await downloadAfterCheck(href, checkExport, texts)) onClose()
  })
  return (
    <Dialog title={texts.title} onClose={form.isSending ? undefined : onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <KindChoice form={form} view={view} />
          <PeriodChoice form={form} view={view} timezone={timezone} />
          <NativeSelect
            label={texts.layout}
            description={texts.layoutNotes[form.values.layout]}
            data={ExportLayout.options.toReversed().map((value) => ({
              value,
              label: texts.layouts[value],
            }))}
            {...form.input('layout')}
          />
          <DialogButtons
            texts={{ cancel: texts.cancel, submit: texts.submit }}
            isPending={form.isSending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

function checkDays({ from, to }: Values, today: Day) {
  const [first, last] = [typedDay(from, today), typedDay(to, today)]
  return {
    ...(!first && { from: dateFilter.noDay }),
    ...(!last && { to: dateFilter.noDay }),
    ...(first && last && first > last && { to: dateFilter.reversed }),
  }
}

type ChoiceProps = { form: Form<Values>; view: ExportView }

function KindChoice({ form, view }: ChoiceProps) {
  const names = choices[view.kind]
  if (names.length < 2) return null
  return (
    <Radio.Group
      label={texts.what}
      value={form.values.kind}
      onChange={(kind) => form.set({ kind: names.find((name) => name === kind) ?? view.kind })}
    >
      <Stack gap="xs" mt="xs">
        {names.map((name) => (
          <Radio
            key={name}
            value={name}
            label={texts.kinds[name].name}
            description={texts.kinds[name].about}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function PeriodChoice({ form, view, timezone }: ChoiceProps & { timezone: string }) {
  const today = todayIn(timezone)
  const period = periodOf(form.values, view)
  const note = period === 'view' ? view.note : noteOf(form.values.kind, period, timezone)
  return (
    <>
      <NativeSelect
        label={texts.period}
        description={note}
        data={[
          ...(form.values.kind === view.kind ? [{ value: 'view', label: view.label }] : []),
          ...exportPeriods.map((value) => ({ value, label: labelOf(value, today) })),
          { value: 'custom', label: texts.custom },
        ]}
        {...form.input('period')}
        value={period}
      />
      {period === 'custom' && (
        <Group gap="sm" align="flex-start" grow>
          <TextInput label={dateFilter.first} {...form.input('from')} />
          <TextInput label={dateFilter.last} {...form.input('to')} />
        </Group>
      )}
    </>
  )
}

const notes: Partial<Record<ExportName, string>> = texts.successNote

/** Returns which rows a period has and, for days that a person types, their time zone. */
const noteOf = (kind: ExportName, period: ExportPeriod, timezone: string): string =>
  [notes[kind], period === 'custom' && texts.zone(timezone)].filter(Boolean).join(' · ')

/** Returns a period's name with its days: "Last month: October 2026". */
function labelOf(period: (typeof exportPeriods)[number], today: Day): string {
  const { from, to } = daysOfPeriod(period, today)
  const days =
    period === 'last-month'
      ? formatMonth(from.slice(0, 7))
      : period === 'last-year'
        ? from.slice(0, 4)
        : formatSpan(from, to)
  return texts.named(dateFilter.periods[period], days)
}

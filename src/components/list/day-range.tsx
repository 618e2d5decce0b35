import '@mantine/dates/styles.layer.css'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { useForm } from '#client/lib/hooks/use-form.ts'
import { formatFullDay, todayIn } from '#client/lib/words/days.ts'
import { daysOfPeriod, periods } from '#client/lib/words/periods.ts'
import { typedDay } from '#client/lib/words/typed-day.ts'
import { calendarLocale } from '#client/texts/en/calendar-locale.ts'
import { dateFilter as texts } from '#client/texts/en/fields.ts'
import type { Day } from '#server/shared/day.ts'
import type { Days } from './date-chip.tsx'
import classes from './filter.module.css'

type DayPair = [Day | null, Day | null]

type Props = {
  days: Days
  timezone: string
  onChoose: (days: Days) => void
  /** Called with a single day, which a second click extends to a range. */
  onPick: (days: Days) => void
}

/** A range of two days: picked, typed or chosen from common periods. */
export function DayRange({ days, timezone, onChoose, onPick }: Props) {
  const today = todayIn(timezone)
  const shownDays = days.period ? daysOfPeriod(days.period, today) : days
  const [chosen, setChosen] = useState<DayPair>([shownDays.from ?? null, shownDays.to ?? null])
  const change = ([from, to]: DayPair) => {
    setChosen([from, to])
    if (from && to) onChoose({ from, to })
    else if (from) onPick({ from, to: from })
  }
  return (
    <>
      <div className={classes.calendar}>
        <div className={classes.presets}>
          {periods.map((period) => (
            <Button
              key={period}
              size="compact-sm"
              variant={days.period === period ? 'light' : 'subtle'}
              color={days.period === period ? undefined : 'gray'}
              aria-pressed={days.period === period}
              onClick={() => onChoose({ period })}
            >
              {texts.periods[period]}
            </Button>
          ))}
        </div>
        <div>
          <TypedDays
            key={`${shownDays.from} ${shownDays.to}`}
            days={shownDays}
            today={today}
            onChoose={onChoose}
          />
          <DatePicker
            type="range"
            allowSingleDateInRange
            locale={calendarLocale}
            value={chosen}
            onChange={change}
            defaultDate={shownDays.to ?? shownDays.from ?? today}
            maxDate={today}
            getDayProps={(day) =>
              day === today ? { 'data-now': true, 'aria-current': 'date' } : {}
            }
            classNames={{ day: classes.day }}
            aria-label={texts.calendar}
            ariaLabels={{
              previousMonth: texts.previousMonth,
              nextMonth: texts.nextMonth,
              monthLevelControl: texts.chooseMonth,
              yearLevelControl: texts.chooseYear,
            }}
          />
        </div>
      </div>
      <Text size="xs" c="dimmed" mt="xs">
        {texts.zone(timezone)}
      </Text>
    </>
  )
}

type TypedProps = { days: Days; today: Day; onChoose: (days: Days) => void }

/** Text fields for the first and last day; either may stay empty. */
function TypedDays({ days, today, onChoose }: TypedProps) {
  const read = (text: string) => typedDay(text, today)
  const form = useForm({
    initial: {
      from: days.from ? formatFullDay(days.from) : '',
      to: days.to ? formatFullDay(days.to) : '',
    },
    check: ({ from, to }) => {
      const [first, last] = [read(from), read(to)]
      return {
        ...(from.trim() !== '' && !first && { from: texts.noDay }),
        ...(to.trim() !== '' && !last && { to: texts.noDay }),
        ...(first && last && first > last && { to: texts.reversed }),
        ...(from.trim() === '' && to.trim() === '' && { from: texts.noDay }),
      }
    },
  })
  const submit = form.onSubmit(({ from, to }) => onChoose({ from: read(from), to: read(to) }))
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Group gap="xs" wrap="nowrap" align="flex-start" mb="xs">
        <TextInput
          size="xs"
          className={classes.typed}
          label={texts.first}
          placeholder={texts.example}
          {...form.input('from')}
        />
        <TextInput
          size="xs"
          className={classes.typed}
          label={texts.last}
          placeholder={texts.example}
          {...form.input('to')}
        />
        <Button type="submit" size="xs" variant="default" className={classes.applyDays}>
          {texts.apply}
        </Button>
      </Group>
    </form>
  )
}

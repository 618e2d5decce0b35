import '@mantine/dates/styles.layer.css'
import { Text } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { addDays, type Day } from '#server/shared/day.ts'
import { todayIn } from '../lib/days.ts'
import { dateFilter as texts } from '../texts/fields.ts'
import type { Days } from './date-chip.tsx'
import classes from './filter.module.css'

type Chosen = [Day | null, Day | null]

type Props = { days: Days; timezone: string; onChoose: (days: Days) => void }

/** Two days, or one of the spans that people ask for most. */
export function DayRange({ days, timezone, onChoose }: Props) {
  const today = todayIn(timezone)
  const [chosen, setChosen] = useState<Chosen>([days.from ?? null, days.to ?? null])
  const change = ([from, to]: Chosen) => {
    setChosen([from, to])
    if (from && to) onChoose({ from, to })
  }
  return (
    <>
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={chosen}
        onChange={change}
        defaultDate={days.to ?? days.from ?? today}
        maxDate={today}
        presets={presetsOf(today)}
        classNames={{
          datePickerRoot: classes.calendar,
          presetsList: classes.presets,
          day: classes.day,
        }}
        aria-label={texts.calendar}
        ariaLabels={{
          previousMonth: texts.previousMonth,
          nextMonth: texts.nextMonth,
          monthLevelControl: texts.chooseMonth,
          yearLevelControl: texts.chooseYear,
        }}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {texts.zone(timezone)}
      </Text>
    </>
  )
}

const presetsOf = (today: Day): { value: Chosen; label: string }[] => [
  { value: [today, today], label: texts.today },
  { value: [addDays(today, -1), addDays(today, -1)], label: texts.yesterday },
  { value: [addDays(today, -6), today], label: texts.last7 },
  { value: [addDays(today, -29), today], label: texts.last30 },
  { value: [`${today.slice(0, 7)}-01`, today], label: texts.thisMonth },
]

import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Figure } from '#server/features/openai/openai.schema.ts'
import figureClasses from '../../../components/figures.module.css'
import { TransactionSearch } from '../../../features/transactions/transaction-search.ts'
import { openaiTest } from '../../../texts/openai-test.ts'
import classes from './openai-test.module.css'

const texts = openaiTest.analysis

/** From the database, whatever the text says; each leads to its rows. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id}>
        {texts.figures}
      </Title>
      {figures.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {texts.noFigures}
        </Text>
      )}
      <ul className={classes.figures}>
        {figures.map(({ label, value, filter }) => (
          <li key={label}>
            <Link
              to="/transactions"
              search={TransactionSearch.parse(filter)}
              className={classes.figure}
            >
              <span>{label}</span>
              <span className={figureClasses.figure}>{value}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
